public import Diagnostics
import Synchronization

/// Gathers which members the names in a text stand for, as it is bound.
public final class MemberUses: Sendable {
  /// A name with the member that it stands for.
  public struct Use: Hashable, Sendable {
    /// Where the name stands.
    public let span: SourceSpan
    /// The model whose record is asked, which may have inherited the member.
    public let entity: String
    /// The member's name.
    public let member: String
  }

  private let found = Mutex<Set<Use>>([])

  /// Knows of none.
  public init() {}

  /// All uses, in the order of their places.
  public var all: [Use] {
    found.withLock { $0 }.sorted { $0.span.lowerBound < $1.span.lowerBound }
  }

  func note(_ span: SourceSpan, _ entity: String, _ member: String) {
    found.withLock { _ = $0.insert(Use(span: span, entity: entity, member: member)) }
  }
}

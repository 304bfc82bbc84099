public import Diagnostics
import Synchronization

/// Gathers which members, models and cases of enums the names in a text stand for, as it is bound.
public final class MemberUses: Sendable {
  /// A name with the member, model or case that it stands for.
  public struct Use: Hashable, Sendable {
    /// Where the name stands.
    public let span: SourceSpan
    /// The model whose record is asked, which may have inherited the member; or the enum.
    public let entity: String
    /// The name of the member or case; nil where the name is that of the model itself.
    public let member: String?

    /// Makes a use.
    public init(span: SourceSpan, entity: String, member: String?) {
      self.span = span
      self.entity = entity
      self.member = member
    }
  }

  private let found = Mutex<Set<Use>>([])

  /// Knows of none.
  public init() {}

  /// All uses, in the order of their places.
  public var all: [Use] {
    found.withLock { $0 }.sorted { $0.span.lowerBound < $1.span.lowerBound }
  }

  func note(_ span: SourceSpan, _ entity: String, _ member: String?) {
    found.withLock { _ = $0.insert(Use(span: span, entity: entity, member: member)) }
  }
}

public import Diagnostics
import Model
import Synchronization
import Syntax

/// Records the members, models and cases that names refer to.
public final class MemberUses: Sendable {
  /// A name with what it refers to.
  public struct Use: Hashable, Sendable {
    /// The position of the name.
    public let span: SourceSpan
    /// The model, which may inherit the member; or the enum.
    public let entity: String
    /// The name of the member or case; nil for the model itself.
    public let member: String?

    /// Creates a use.
    public init(span: SourceSpan, entity: String, member: String?) {
      self.span = span
      self.entity = entity
      self.member = member
    }
  }

  private let found = Mutex<Set<Use>>([])

  /// Creates an empty collection.
  public init() {}

  /// All uses in order of position.
  public var all: [Use] {
    found.withLock { $0 }.sorted { $0.span.lowerBound < $1.span.lowerBound }
  }

  func note(_ span: SourceSpan, _ entity: String, _ member: String?) {
    found.withLock { _ = $0.insert(Use(span: span, entity: entity, member: member)) }
  }
}

extension ExpressionBinder {
  /// Records what a name refers to, unless it is in another text.
  func noteUse(_ name: NameSyntax, of entity: String, _ member: String?) {
    guard let uses = options.memberUses, findings.nestingDepth == 0 else { return }
    uses.note(name.span, entity, member)
  }

  /// Records which case of an enum a name or string refers to.
  func noteUse(_ span: SourceSpan, of type: EnumerationType, _ found: String) {
    guard let uses = options.memberUses, findings.nestingDepth == 0 else { return }
    uses.note(span, type.name, found)
  }
}

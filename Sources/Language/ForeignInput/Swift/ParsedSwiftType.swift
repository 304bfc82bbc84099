/// A type of a Swift source file, in parts whose texts are Swift.
///
/// A parser of Swift finds the parts, and ``SwiftDeclaration/all(of:)`` translates them.
public struct ParsedSwiftType: Sendable {
  /// The kinds of types that have an equivalent.
  public enum Kind: Sendable {
    case model, enumeration, structure
  }

  /// `@Attribute(.unique)` or `#Unique<Trip>([\.name])`: a name and the text in parentheses.
  public struct Mark: Sendable {
    let name: String
    let arguments: String

    /// Creates a mark.
    public init(_ name: String, _ arguments: String) {
      self.name = name
      self.arguments = arguments
    }
  }

  /// A property.
  public struct Member: Sendable {
    let name: String
    let marks: [Mark]
    let type: String?
    let value: String?
    let getter: String?

    /// A stored property: `@Attribute(.unique) var name: String = ""`.
    public init(stored name: String, marks: [Mark], type: String?, value: String?) {
      self.name = name
      self.marks = marks
      self.type = type
      self.value = value
      getter = nil
    }

    /// A computed property whose value is one expression; nil if it cannot be written as one.
    public init(computed name: String, type: String?, value getter: String?) {
      self.name = name
      self.type = type
      self.getter = getter ?? ""
      marks = []
      value = nil
    }
  }

  /// `case calm = "quiet"`
  public struct Case: Sendable {
    /// The name.
    public let name: String
    /// The literal after `=`; nil if there is none.
    public let rawValue: String?

    /// Creates a case.
    public init(_ name: String, rawValue: String?) {
      self.name = name
      self.rawValue = rawValue
    }
  }

  /// `guard limit > 0 else { throw BudgetError.invalidLimit }`
  public struct Rule: Sendable {
    /// The condition.
    public let condition: String
    /// The message for records that break the rule.
    public let message: String?

    /// Creates a rule.
    public init(_ condition: String, message: String?) {
      self.condition = condition
      self.message = message
    }
  }

  /// What the type is.
  public let kind: Kind
  /// The name without those of outer types.
  public let name: String
  /// The types after the colon: the superclass of a model, the raw type of an enum.
  public var parents: [String] = []
  /// The properties in order.
  public var members: [Member] = []
  /// The cases of an enum.
  public var cases: [Case] = []
  /// `#Unique` and `#Index`.
  public var constraints: [Mark] = []
  /// Conditions that the app checks before it saves.
  public var rules: [Rule] = []

  /// Creates a type without members.
  public init(_ kind: Kind, name: String) {
    self.kind = kind
    self.name = name
  }
}

/// The declaration of a model, an enum or a struct.
public struct SwiftDeclaration: Sendable {
  /// The name of the type.
  public let name: String
  /// `model Car: Vehicle`
  public let head: String
  /// The members, cases and constraints.
  public let members: [String]
  /// The names of members without an equivalent.
  public let omitted: [String]

  /// The declaration on one line.
  public var text: String { "\(head) { \(members.joined(separator: ", ")) }" }

  /// The declarations for all types of an app.
  ///
  /// Enums whose values are numbers, or strings that cannot be names, have no declaration: their
  /// attributes are numbers or strings.
  public static func all(of types: [ParsedSwiftType]) -> [SwiftDeclaration] {
    let names = Set(types.map(\.name))
    return SwiftDataModel.declarations(
      types.map { SwiftDataModel($0, known: names) },
      isWhole: true
    )
  }
}

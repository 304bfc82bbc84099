import Model

/// A schema for random statements, described independently of the product's types.
struct World: Sendable {
  let name: String
  let kinds: [KindPlan]

  init(_ name: String, _ kinds: [KindPlan]) {
    self.name = name
    self.kinds = kinds
  }

  /// The roots in declared order.
  var roots: [String] { kinds.filter { $0.parent == nil }.map(\.name) }

  func kind(_ name: String) -> KindPlan { kinds.first { $0.name == name } ?? KindPlan(name) }

  /// A kind, its parent, and so on up to the root.
  func lineage(_ kind: String) -> [KindPlan] {
    let plan = self.kind(kind)
    return [plan] + (plan.parent.map { lineage($0) } ?? [])
  }

  func root(_ kind: String) -> String { lineage(kind).last?.name ?? kind }

  func isKind(_ kind: String, of ancestor: String) -> Bool {
    lineage(kind).contains { $0.name == ancestor }
  }

  /// A kind and those that specialize it.
  func kinds(of ancestor: String) -> [String] {
    kinds.map(\.name).filter { isKind($0, of: ancestor) }
  }

  /// All attributes of a kind: those that it inherits come first.
  func attributes(of kind: String) -> [AttributePlan] {
    lineage(kind).reversed().flatMap(\.attributes)
  }

  func attribute(_ name: String, of kind: String) -> AttributePlan? {
    attributes(of: kind).first { $0.name == name }
  }

  /// All relationships of a kind with their ends: those that it inherits come first.
  func links(of kind: String) -> [(end: End, plan: LinkPlan)] {
    lineage(kind).reversed().flatMap { owner in
      owner.links.map { (End(kind: owner.name, name: $0.name), $0) }
    }
  }

  func end(_ name: String, of kind: String) -> End? {
    links(of: kind).first { $0.plan.name == name }?.end
  }

  /// The relationship at an end.
  func plan(_ end: End) -> LinkPlan {
    kind(end.kind).links.first { $0.name == end.name } ?? .one(end.name, end.kind, end.name)
  }

  /// The same relationship from its other end.
  func inverse(_ end: End) -> End {
    let plan = plan(end)
    return End(kind: plan.destination, name: plan.inverse)
  }

  func isManyToMany(_ end: End) -> Bool { plan(end).isToMany && plan(inverse(end)).isToMany }

  /// The attributes that no two records share, with the kind that declares them.
  func keys(of kind: String) -> [[String]] {
    lineage(kind).reversed().flatMap { owner in
      owner.attributes.filter(\.isUnique).map { [$0.name] } + owner.keys
    }
  }
}

/// One end of a relationship: the kind that declares it, and its name there.
struct End: Hashable, Comparable, Sendable {
  let kind: String
  let name: String

  static func < (left: End, right: End) -> Bool {
    (left.kind, left.name) < (right.kind, right.name)
  }
}

/// A model.
struct KindPlan: Sendable {
  let name: String
  var parent: String?
  var attributes: [AttributePlan] = []
  var links: [LinkPlan] = []
  /// Keys of several attributes.
  var keys: [[String]] = []
  var rules: [RulePlan] = []
  /// Members that are computed, as they are declared.
  var computed: [String] = []

  init(_ name: String, parent: String? = nil) {
    self.name = name
    self.parent = parent
  }
}

/// A stored attribute.
struct AttributePlan: Sendable {
  enum Kind: Sendable {
    case number
    case text
    case texts
  }

  let name: String
  var kind = Kind.number
  var isOptional = false
  var isUnique = false
  var defaultValue: Value?

  static func number(_ name: String, optional: Bool = false, unique: Bool = false) -> Self {
    AttributePlan(name: name, isOptional: optional, isUnique: unique)
  }

  static func text(_ name: String, optional: Bool = false, unique: Bool = false) -> Self {
    AttributePlan(name: name, kind: .text, isOptional: optional, isUnique: unique)
  }
}

/// One end of a relationship.
struct LinkPlan: Sendable {
  let name: String
  let destination: String
  let inverse: String
  var isToMany = false
  var isOptional = true
  var isOrdered = false
  var rule = DeleteRule.nullify
  var bounds: ClosedRange<Int>?

  static func one(
    _ name: String,
    _ destination: String,
    _ inverse: String,
    rule: DeleteRule = .nullify,
    optional: Bool = true
  ) -> Self {
    LinkPlan(
      name: name,
      destination: destination,
      inverse: inverse,
      isOptional: optional,
      rule: rule
    )
  }

  static func many(
    _ name: String,
    _ destination: String,
    _ inverse: String,
    rule: DeleteRule = .nullify,
    ordered: Bool = false,
    bounds: ClosedRange<Int>? = nil
  ) -> Self {
    LinkPlan(
      name: name,
      destination: destination,
      inverse: inverse,
      isToMany: true,
      isOrdered: ordered,
      rule: rule,
      bounds: bounds
    )
  }
}

/// A rule, in the language and in Swift.
struct RulePlan: Sendable {
  let text: String
  let holds: @Sendable (RecordView) -> Bool

  init(_ text: String, _ holds: @escaping @Sendable (RecordView) -> Bool) {
    self.text = text
    self.holds = holds
  }
}

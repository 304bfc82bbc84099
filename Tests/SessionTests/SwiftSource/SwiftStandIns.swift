/// Parts of SwiftData and Apple's Foundation that the open-source Foundation lacks, as source: a
/// descriptor, sort descriptors that know the standard order, and a context that evaluates
/// predicates by Foundation alone.
enum SwiftStandIns {
  static let source = #"""
    import Foundation

    /// Keeps the objects of each class and evaluates descriptors over them by Foundation alone.
    struct ObjectContext {
      nonisolated(unsafe) static var objects: [ObjectIdentifier: [AnyObject]] = [:]

      func fetch<Model: AnyObject>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
        let all = (Self.objects[ObjectIdentifier(Model.self)] ?? []).compactMap { $0 as? Model }
        var found: [Model] = []
        for object in all where try descriptor.predicate?.evaluate(object) ?? true {
          found.append(object)
        }
        let sorted = found.enumerated().sorted { left, right in
          for key in descriptor.sortBy {
            switch key.compare(left.element, right.element) {
            case .orderedAscending: return true
            case .orderedDescending: return false
            case .orderedSame: continue
            }
          }
          return left.offset < right.offset
        }.map(\.element)
        let rest = sorted.dropFirst(descriptor.fetchOffset ?? 0)
        return Array(rest.prefix(descriptor.fetchLimit ?? .max))
      }

      func fetchCount<Model: AnyObject>(_ descriptor: FetchDescriptor<Model>) throws -> Int {
        try fetch(descriptor).count
      }
    }

    let modelContext = ObjectContext()

    struct FetchDescriptor<Model> {
      var predicate: Predicate<Model>?
      var sortBy: [SortDescriptor<Model>] = []
      var fetchLimit: Int?
      var fetchOffset: Int?
      var propertiesToFetch: [PartialKeyPath<Model>] = []

      init(predicate: Predicate<Model>? = nil, sortBy: [SortDescriptor<Model>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
      }
    }

    enum TextComparator {
      case localizedStandard
      case lexical
    }

    struct SortDescriptor<Model> {
      let compare: (Model, Model) -> ComparisonResult

      init<Key: Comparable>(_ path: KeyPath<Model, Key>, order: SortOrder = .forward) {
        self.init({ $0[keyPath: path] }, order) { $0 < $1 }
      }

      init<Key: Comparable>(_ path: KeyPath<Model, Key?>, order: SortOrder = .forward) {
        self.init({ $0[keyPath: path] }, order) { $0 < $1 }
      }

      init(_ path: KeyPath<Model, String>, comparator: TextComparator = .localizedStandard, order: SortOrder = .forward) {
        self.init({ $0[keyPath: path] }, order, Self.rule(comparator))
      }

      init(_ path: KeyPath<Model, String?>, comparator: TextComparator = .localizedStandard, order: SortOrder = .forward) {
        self.init({ $0[keyPath: path] }, order, Self.rule(comparator))
      }

      private static func rule(_ comparator: TextComparator) -> (String, String) -> Bool {
        switch comparator {
        case .localizedStandard: { $0.localizedStandardCompare($1) == .orderedAscending }
        case .lexical: { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
        }
      }

      private init<Key>(
        _ key: @escaping (Model) -> Key?,
        _ order: SortOrder,
        _ isLess: @escaping (Key, Key) -> Bool
      ) {
        compare = { left, right in
          let result: ComparisonResult
          switch (key(left), key(right)) {
          case (nil, nil): result = .orderedSame
          case (nil, _): result = .orderedAscending
          case (_, nil): result = .orderedDescending
          case (let left?, let right?):
            result = isLess(left, right) ? .orderedAscending
              : isLess(right, left) ? .orderedDescending : .orderedSame
          }
          guard order == .reverse else { return result }
          switch result {
          case .orderedAscending: return .orderedDescending
          case .orderedDescending: return .orderedAscending
          case .orderedSame: return .orderedSame
          }
        }
      }
    }

    /// Parts of Apple's Foundation only: `localizedStandardContains` in a predicate.
    struct LocalizedContains<Text: PredicateExpression, Part: PredicateExpression>: PredicateExpression
    where Text.Output: StringProtocol, Part.Output: StringProtocol {
      let text: Text
      let part: Part

      func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        try text.evaluate(bindings).localizedStandardContains(part.evaluate(bindings))
      }
    }

    extension LocalizedContains: StandardPredicateExpression, Codable, Sendable
    where Text: StandardPredicateExpression, Part: StandardPredicateExpression {
      init(from decoder: any Decoder) throws { fatalError("never decoded") }
      func encode(to encoder: any Encoder) throws { fatalError("never encoded") }
    }

    extension PredicateExpressions {
      static func build_localizedStandardContains<Text, Part>(
        _ text: Text,
        _ part: Part
      ) -> LocalizedContains<Text, Part> {
        LocalizedContains(text: text, part: part)
      }
    }

    /// A condition made of others: `first.evaluate(object) && second.evaluate(object)`, which the
    /// open-source macro refuses.
    struct JoinedCondition<Model>: StandardPredicateExpression, @unchecked Sendable {
      let object: PredicateExpressions.Variable<Model>
      let holds: (Model) throws -> Bool

      init(_ object: PredicateExpressions.Variable<Model>, _ holds: @escaping (Model) throws -> Bool) {
        self.object = object
        self.holds = holds
      }

      func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        try holds(object.evaluate(bindings))
      }

      init(from decoder: any Decoder) throws { fatalError("never decoded") }
      func encode(to encoder: any Encoder) throws { fatalError("never encoded") }
    }

    func joined<Model>(
      _ model: Model.Type,
      _ holds: @escaping (Model) throws -> Bool
    ) -> Predicate<Model> {
      Predicate<Model>({ object in JoinedCondition(object, holds) })
    }
    """#
}

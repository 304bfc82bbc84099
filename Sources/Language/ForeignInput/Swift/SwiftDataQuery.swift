import Model
import Syntax

/// Translates `#Predicate`, `FetchDescriptor`, `@Query` and `budgets.filter { … }`.
enum SwiftDataQuery {
  /// The statement; nil if a part has no equivalent.
  static func text(_ reader: SwiftReader, _ schema: Schema) -> String? {
    guard let entity = entity(reader, schema) else { return nil }
    let isDeleting = reader.after("delete", "(", "model", ":") != nil
    let keyword = isDeleting ? "delete" : reader.after("fetchCount") == nil ? "fetch" : "count"
    if isDeleting, predicate(reader) == nil { return "delete all \(quotedIfNeeded(entity.name))" }
    var clauses = [keyword, quotedIfNeeded(entity.name)]
    if let body = predicate(reader) {
      guard let condition = SwiftExpressions.closure(body, over: entity, schema) else { return nil }
      clauses += ["where", condition]
    }
    let keys = sortKeys(reader)
    if !keys.isEmpty { clauses += ["sort", keys.joined(separator: ", ")] }
    for (name, clause) in [("fetchOffset", "offset"), ("fetchLimit", "limit")] {
      guard var rest = reader.after(name) else { continue }
      rest.take()
      if let number = rest.next, Int(number) != nil { clauses += [clause, number] }
    }
    return clauses.joined(separator: " ")
  }

  /// Whether the code is a SwiftData query.
  static func recognizes(_ reader: SwiftReader) -> Bool {
    reader.after("#", "Predicate") != nil || reader.after("FetchDescriptor") != nil
      || reader.after("delete", "(", "model", ":") != nil
      || reader.after("@", "Query") != nil || reader.after("SortDescriptor") != nil
      || reader.peek(1) == "." && ["filter", "sorted", "first"].contains(reader.peek(2))
  }

  /// The name of a model that does not exist.
  static func unknownModel(_ reader: SwiftReader, _ schema: Schema) -> String? {
    guard entity(reader, schema) == nil else { return nil }
    return typeNames(reader).first { $0.isSwiftName }
  }

  private static func entity(_ reader: SwiftReader, _ schema: Schema) -> Entity? {
    (typeNames(reader) + [reader.next].compactMap { $0 }).lazy
      .compactMap { SQLNames.entity($0, in: schema) }.first
  }

  /// `FetchDescriptor<Budget>`, `#Predicate<Budget>`, `[Budget]`
  private static func typeNames(_ reader: SwiftReader) -> [String] {
    [
      reader.after("FetchDescriptor", "<"), reader.after("#", "Predicate", "<"),
      reader.after("delete", "(", "model", ":"), reader.after(":", "["),
    ].compactMap { $0?.next }
  }

  private static func predicate(_ reader: SwiftReader) -> SwiftReader? {
    if var rest = reader.after("#", "Predicate") {
      if rest.take("<") {
        rest.take()
        rest.take()
      }
      return rest.takeBracketed()
    }
    guard reader.peek(1) == ".", reader.peek(2) == "filter", var rest = reader.after("filter")
    else {
      return nil
    }
    return rest.takeBracketed()
  }

  /// `SortDescriptor(\.name, order: .reverse)`, `sort: \.name`
  private static func sortKeys(_ reader: SwiftReader) -> [String] {
    var keys: [String] = []
    var rest = reader
    while let found = rest.after("\\") {
      rest = found
      if rest.next?.isSwiftName ?? false { rest.take() }
      var names: [String] = []
      while rest.take(".") || rest.take("?."), let name = rest.takeName() {
        names.append(quotedIfNeeded(name))
      }
      guard !names.isEmpty else { continue }
      let isReversed = rest.take(",", "order", ":", ".", "reverse")
      keys.append(names.joined(separator: ".") + (isReversed ? " desc" : ""))
    }
    return keys
  }
}

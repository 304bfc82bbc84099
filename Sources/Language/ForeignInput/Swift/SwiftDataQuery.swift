import Model
import Syntax

/// Translates `#Predicate`, `FetchDescriptor`, `@Query` and `budgets.filter { … }`.
enum SwiftDataQuery {
  /// The statement; nil if a part has no equivalent.
  static func text(_ reader: SwiftReader, _ schema: Schema) -> String? {
    guard let entity = entity(reader, schema) else { return nil }
    let isDeleting = reader.after("delete", "(", "model", ":") != nil
    let isCounted =
      reader.after("fetchCount") != nil
      || isCollection(reader, schema)
        && (reader.tokens.suffix(2) == [".", "count"])
    let keyword = isDeleting ? "delete" : isCounted ? "count" : "fetch"
    if isDeleting, predicate(reader) == nil { return "delete all \(quotedIfNeeded(entity.name))" }
    var clauses = [keyword, quotedIfNeeded(entity.name)]
    if let body = predicate(reader) {
      guard let condition = SwiftExpressions.closure(body, over: entity, schema) else { return nil }
      clauses += ["where", condition]
    }
    var keys = sortKeys(reader)
    if let closure = closure(of: "sorted", reader), let key = comparedKey(closure) { keys = [key] }
    if reader.after(".", "sorted") != nil, keys.isEmpty { return nil }
    if let column = mappedColumn(reader) {
      keys.removeAll { $0 == column && reader.after(".", "sorted") == nil }
      clauses += ["select", column]
    }
    if !keys.isEmpty { clauses += ["sort", keys.joined(separator: ", ")] }
    for (name, clause) in [("fetchOffset", "offset"), ("fetchLimit", "limit")] {
      guard var rest = reader.after(name) else { continue }
      rest.take()
      if let number = rest.next, Int(number) != nil { clauses += [clause, number] }
    }
    let first = isCollection(reader, schema) ? reader.after(".", "first") : nil
    if first != nil { clauses += ["limit", "1"] }
    return clauses.joined(separator: " ")
  }

  /// Whether the code is a SwiftData query.
  static func isMeant(_ reader: SwiftReader, _ schema: Schema) -> Bool {
    reader.after("#", "Predicate") != nil || reader.after("FetchDescriptor") != nil
      || reader.after("delete", "(", "model", ":") != nil
      || reader.after("@", "Query") != nil || reader.after("SortDescriptor") != nil
      || reader.peek(1) == "." && ["filter", "sorted", "first"].contains(reader.peek(2))
      || isCollection(reader, schema) && ["map", "count"].contains(reader.peek(2))
  }

  /// Whether the code begins with a variable of records: `budgets.`
  private static func isCollection(_ reader: SwiftReader, _ schema: Schema) -> Bool {
    reader.peek(1) == "." && reader.next.map { SQLNames.entity($0, in: schema) != nil } ?? false
  }

  /// The closure after a method: `sorted { … }`, `first(where: { … })`
  private static func closure(of method: String, _ reader: SwiftReader) -> SwiftReader? {
    guard var rest = reader.after(".", method), var inside = rest.takeBracketed() else {
      return nil
    }
    if inside.take("where", ":") || inside.take("by", ":") { return inside.takeBracketed() }
    return inside
  }

  /// `$0.limit > $1.limit` sorts by `limit desc`.
  private static func comparedKey(_ body: SwiftReader) -> String? {
    let sides = body.parts(between: ["<", ">"])
    guard sides.count == 2, sides[0].tokens.first == "$0", sides[1].tokens.first == "$1",
      sides[0].tokens.dropFirst() == sides[1].tokens.dropFirst(), sides[0].tokens.count > 2
    else { return nil }
    let path = sides[0].tokens.dropFirst(2).joined()
    return body.tokens.contains(">") ? "\(path) desc" : path
  }

  /// The path of `map(\.name)` or `map { $0.name }`.
  private static func mappedColumn(_ reader: SwiftReader) -> String? {
    guard let body = closure(of: "map", reader) else { return nil }
    let path = body.tokens.drop { ["\\", "$0", "."].contains($0) }
    return path.isEmpty || !path.allSatisfy({ $0.isSwiftName || $0 == "." }) ? nil : path.joined()
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
    guard reader.peek(1) == "." else { return nil }
    if reader.peek(2) == "filter" { return closure(of: "filter", reader) }
    return reader.after(".", "first", "(", "where") == nil ? nil : closure(of: "first", reader)
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

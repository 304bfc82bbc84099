import Expressions
import Model

/// Writes sort keys as `SortDescriptor`s, up to the first that SwiftData does not support.
struct SwiftSortPrinter {
  let schema: Schema
  let texts: FetchTextPrinter

  func print(_ query: SwiftQuery) -> PrintedQuery {
    var printed = PrintedQuery()
    for key in query.sort {
      guard printed.omissions.isEmpty, let path = path(key) else {
        printed.omissions.append(
          .init(part: "sort \(texts.text(of: key))", reason: reason(key, printed))
        )
        continue
      }
      printed.lines.append(descriptor(key, path, entity: query.entity))
      if key.nullsFirst == key.isDescending, path.isOptional {
        printed.omissions.append(
          .init(
            part: "nulls \(key.nullsFirst ? "first" : "last")",
            reason: "a SortDescriptor treats nil as the smallest value"
          )
        )
      }
    }
    return printed
  }

  private func descriptor(_ key: SortKey, _ path: SwiftExpression, entity: String) -> String {
    var text = "SortDescriptor(\\\(SwiftName.quoted(entity)).\(path.text)"
    // The standard order is the default, and open-source Foundation has no name for it.
    if key.expression.type == .string, key.order == .lexical { text += ", comparator: .lexical" }
    return text + (key.isDescending ? ", order: .reverse)" : ")")
  }

  /// The key path after its root; nil if it is computed or cannot be sorted in Swift.
  private func path(_ key: SortKey) -> SwiftExpression? {
    guard case .attribute(let path, let record) = key.expression.kind,
      [.int, .double, .decimal, .string, .date, .uuid].contains(key.expression.type),
      texts.names.specialized(path.components[0]) == nil, let owner = self.path(record)
    else { return nil }
    let steps = SwiftAttributeSteps(path, of: record.entity, in: schema, texts.names)
    return steps.names.enumerated().reduce(owner) { owner, step in
      join(owner, step.element, isOptional: steps.optionals[step.offset])
    }
  }

  private func path(_ record: RecordExpression) -> SwiftExpression? {
    guard case .toOne(let relationship, let base) = record else { return SwiftExpression("") }
    guard UnnamedInverse.written(relationship.name) == nil,
      texts.names.specialized(relationship.name) == nil,
      let owner = path(base)
    else { return nil }
    let declared = schema.entity(relationship.entity)?.relationship(relationship.name)
    return join(owner, relationship.name, isOptional: declared?.isOptional ?? true)
  }

  private func join(
    _ owner: SwiftExpression,
    _ name: String,
    isOptional: Bool
  ) -> SwiftExpression {
    let name = SwiftName.quoted(name)
    return owner.text.isEmpty
      ? SwiftExpression(name, isOptional: isOptional) : owner.member(name, isOptional: isOptional)
  }

  private func reason(_ key: SortKey, _ printed: PrintedQuery) -> String {
    if !printed.omissions.isEmpty { return "it follows a key that SwiftData does not support" }
    if texts.names[key.expression] != nil { return "SwiftData only sorts by stored attributes" }
    if case .attribute(let path, _) = key.expression.kind {
      if let (entity, _) = texts.names.specialized(path.components[0]) {
        return "a SortDescriptor does not cast records to \(entity)"
      }
      return "a SortDescriptor does not order \(key.expression.type)"
    }
    return "SwiftData only sorts by stored attributes"
  }
}

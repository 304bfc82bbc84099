import Binding
import Diagnostics
import Model
import Session
import Storage
import Syntax

extension QuerySession {
  /// The identities of the records found by a fetch, in order, whatever columns it selects; nil if
  /// its rows are not records.
  func foundRecords(of query: QuerySyntax) -> [RecordID]? {
    guard query.groupKeys.isEmpty, let identity = Self.identityItem else { return nil }
    var query = query
    // Keep the columns, since `sort` can refer to them.
    var items = query.selection?.items ?? []
    items.append(identity)
    query.selection = SelectClause(items: items, span: query.entity.span)
    guard let request = try? binder.bindFetch(query),
      let values = try? rows(of: request).allValues()
    else { return nil }
    let records = values.compactMap { row -> RecordID? in
      if case .record(let id)? = row.last { id } else { nil }
    }
    return records.count == values.count ? records : nil
  }

  /// `@id`
  private static let identityItem: SelectItem? = {
    var script = ScriptParser(SourceText(name: "", text: "fetch Model select @id"))
    guard case .statement(let statement)? = script.next(), case .fetch(let query) = statement.kind
    else { return nil }
    return query.selection?.items.first
  }()
}

extension QuerySyntax {
  /// Whether what is found is records, rather than values that are selected.
  var queriesRecords: Bool { selection == nil && groupKeys.isEmpty }
}

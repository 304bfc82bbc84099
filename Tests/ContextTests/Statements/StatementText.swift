import Model

/// Steps as the language writes them.
enum StatementText {
  static func text(_ action: Step.Action) -> String {
    switch action {
    case .change(let statement): text(statement)
    case .begin: "begin"
    case .save: "save"
    case .rollback: "rollback"
    case .undo: "undo"
    case .redo: "redo"
    case .autosave(let isOn): "autosave \(isOn ? "on" : "off")"
    }
  }

  static func text(_ statement: ChangeStatement) -> String {
    switch statement {
    case .insert(let kind, let records):
      return "insert \(kind) " + text(records)
    case .upsert(let kind, let key, let records):
      let by = key.map { $0.count == 1 ? " by \($0[0])" : " by (\($0.joined(separator: ", ")))" }
      return "upsert \(kind)\(by ?? "") " + text(records)
    case .update(let selection, let assigned):
      let all = selection.isWhole ? "all " : ""
      return "update \(all)\(text(selection)) set " + assigned.map(text).joined(separator: ", ")
    case .delete(let selection):
      let all = selection.isWhole ? "all " : ""
      return "delete \(all)\(text(selection))"
    }
  }

  static func literal(_ value: Value) -> String {
    switch value {
    case .int(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    case .list(let elements): "[" + elements.map(literal).joined(separator: ", ") + "]"
    default: "nil"
    }
  }

  private static func text(_ records: [RecordText]) -> String {
    records.count == 1 ? text(records[0]) : "[" + records.map(text).joined(separator: ", ") + "]"
  }

  private static func text(_ record: RecordText) -> String {
    "{ "
      + record.fields.map { "\($0.name): \(text($0.value, of: $0.name))" }
      .joined(separator: ", ") + " }"
  }

  private static func text(_ value: FieldText, of name: String) -> String {
    switch value {
    case .value(let value): literal(value)
    case .records(let records):
      // To-many relationships have plural names in these tests.
      name.hasSuffix("s")
        ? "[" + records.map(text).joined(separator: ", ") + "]" : text(records)
    case .links(let links):
      if name.hasSuffix("s") {
        links.count == 1 && links[0].isQuery
          ? text(links[0]) : "[" + links.map(text).joined(separator: ", ") + "]"
      } else {
        links.first.map(text) ?? "nil"
      }
    }
  }

  private static func text(_ link: LinkText) -> String {
    switch link {
    case .record(let id, let kind): "\(kind)#\(id.number)"
    case .query(let selection): "(\(text(selection)))"
    }
  }

  private static func text(_ assigned: Assigned) -> String {
    let right =
      switch assigned.right {
      case .field(let value): text(value, of: assigned.name)
      case .attribute(let name): name
      case .sum(let name, let number): "\(name) + \(number)"
      case .difference(let number, let name): "\(number) - \(name)"
      case .path(let name): name
      }
    return "\(assigned.name) \(assigned.operation.rawValue) \(right)"
  }

  static func text(_ selection: Selection) -> String {
    selection.kind + (selection.condition.map { " where " + text($0, selection.kind) } ?? "")
      + (selection.limit.map { " limit \($0)" } ?? "")
  }

  private static func text(_ condition: Selection.Condition, _ kind: String) -> String {
    switch condition {
    case .ids(let ids):
      "self in [" + ids.map { "\(kind)#\($0.number)" }.joined(separator: ", ") + "]"
    case .less(let name, let number): "\(name) < \(number)"
    case .equal(let name, let value): "\(name) == \(literal(value))"
    case .related(let link, let name, let value): "\(link).\(name) == \(literal(value))"
    case .more(let name, let number): "count(\(name)) > \(number)"
    case .none(let name): "\(name) is nil"
    }
  }
}

extension Selection {
  /// Whether nothing narrows it.
  var isWhole: Bool { condition == nil && limit == nil }
}

extension LinkText {
  fileprivate var isQuery: Bool { if case .query = self { true } else { false } }
}

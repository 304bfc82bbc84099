import Diagnostics
import Syntax

/// Trees as nested parentheses, without places and without the parentheses of the source: how the
/// tests compare trees, independently of the printer.
func describe(_ statement: Statement) -> String {
  switch statement.kind {
  case .model(let declaration): describe(declaration)
  case .enumeration(let type):
    "(enum \(quoted(type.name)) \(documentation(type.documentation))\(names(type.cases)))"
  case .structure(let type):
    "(struct \(quoted(type.name)) \(documentation(type.documentation))"
      + "\(type.fields.map { " " + describe($0) }.joined()))"
  case .extend(let extend):
    "(extend \(quoted(extend.entity))\(extend.members.map { " " + describe($0) }.joined()))"
  case .relate(let relate):
    "(relate \(describe(relate.source)) \(describe(relate.target)) \(quoted(relate.inverse)))"
  case .saveQuery(let saved):
    "(let \(quoted(saved.entity)) \(quoted(saved.name))"
      + "\(saved.parameters.map { " " + describe($0) }.joined()) \(describe(saved.body)))"
  case .perform(let change):
    "(do \(quoted(change.entity)) \(quoted(change.name))"
      + "\(change.arguments.map { " \(quoted($0.name)): \(describe($0.value))" }.joined()))"
  case .expect(let expect): "(expect \(describe(expect.condition)))"
  case .explain(let statement, let run):
    "(explain\(run == nil ? "" : " run") \(describe(statement)))"
  case .trace(let query): "(trace \(describe(query)))"
  case .watch(let watch):
    "(watch \(watch.duration.map(describe) ?? "-") \(watch.isCount) \(describe(watch.query)))"
  case .insert(let insert):
    "(insert \(quoted(insert.entity)) \(insert.records.map(describe).joined(separator: " ")))"
  case .update(let update):
    "(update \(all(update.all))\(describe(update.selection))"
      + "\(update.assignments.map { " " + describe($0) }.joined()))"
  case .upsert(let upsert):
    "(upsert \(quoted(upsert.insert.entity)) by\(names(upsert.key)) "
      + "\(upsert.insert.records.map(describe).joined(separator: " ")))"
  case .delete(let delete): "(delete \(all(delete.all))\(describe(delete.selection)))"
  case .generate(let generate):
    "(generate \(generate.count.value) \(quoted(generate.entity)) \(generate.seed.map(String.init) ?? "-"))"
  case .preview(let statement): "(preview \(describe(statement)))"
  case .transaction(let command): "(\(command.rawValue))"
  case .autosave(let isOn): "(autosave \(isOn.map { $0 ? "on" : "off" } ?? "-"))"
  case .history(let history):
    "(history \(history.selection.map(describe) ?? "-") \(history.since.map(describe) ?? "-"))"
  case .diff(let diff): "(diff \(diff.selection.map(describe) ?? "-") \(describe(diff.range)))"
  case .merge(let merge):
    "(merge \(quoted(merge.store)) \(merge.target.map(quoted) ?? "-") "
      + "\(merge.policy?.rawValue ?? "-")\(merge.asking == nil ? "" : " asking"))"
  case .apply(let apply): "(apply \(quoted(apply.path)) as \(quoted(apply.format)))"
  case .restore(let restore): "(restore \(all(restore.all))\(describe(restore.selection)))"
  case .version(let version):
    "(version \(version.number.value.text)\(version.members.map { " " + describe($0) }.joined()))"
  case .migrate(let migrate):
    "(migrate \(migrate.number.value.text)\(migrate.allowsLoss == nil ? "" : " allow loss"))"
  case .use(let store): "(use \(quoted(store)))"
  case .copy(let copy):
    "(copy \(copy.models.isEmpty ? "all" : copy.models.map(quoted).joined(separator: " ")) from \(quoted(copy.store)))"
  case .importFile(let file):
    describe(file)
  case .export(let export):
    "(export \(export.isCount ? "count " : "")\(describe(export.query)) to \(quoted(export.path.text))"
      + " as \(quoted(export.format))\(export.safety == nil ? "" : " safe"))"
  case .evaluate(let expression): "(= \(describe(expression)))"
  case .count(let query): "(count \(describe(query)))"
  case .fetch(let query): "(fetch \(describe(query)))"
  }
}

private func describe(_ body: SavedBody) -> String {
  switch body {
  case .query(let query): describe(query)
  case .changes(let changes): "{\(changes.map { " " + describe($0) }.joined())}"
  }
}

private func describe(_ condition: ExpectStatement.Condition) -> String {
  switch condition {
  case .holds(let expression): describe(expression)
  case .isEmpty(let query, let isNegated): "(\(isNegated ? "not-" : "")empty \(describe(query)))"
  case .rows(let query, let rows, let isNegated):
    "(\(isNegated ? "!=" : "==") \(describe(query)) \(describe(rows)))"
  case .fails(let message, let statement):
    "(error \(message.map { "\"\($0)\"" } ?? "-") \(describe(statement)))"
  }
}

private func describe(_ rows: ExpectedRows) -> String {
  switch rows {
  case .records(let records, _): "[\(records.map(describe).joined(separator: " "))]"
  case .values(let values, _): "[\(values.map(describe).joined(separator: " "))]"
  case .query(let query, _): describe(query)
  }
}

func describe(_ expression: ExpressionSyntax) -> String {
  switch expression.kind {
  case .literal(let literal): describe(literal)
  case .name(let name): isMoment(name) ? name.text : quoted(name)
  case .selfRecord: "self"
  case .member(let operand, let name): "(. \(describe(operand)) \(quoted(name)))"
  case .call(let name, let arguments):
    "(call \(quoted(name))\(arguments.map { " " + describe($0) }.joined()))"
  case .window(let call, let window): "(over \(describe(call)) \(describe(window)))"
  case .unary(let sign, _, let operand): "(\(sign.rawValue) \(describe(operand)))"
  case .binary(let use, let left, let right):
    "(\(describe(use)) \(describe(left)) \(describe(right)))"
  case .between(let operand, let lower, let upper, let isNegated, _):
    "(\(isNegated ? "not-" : "")between \([operand, lower, upper].map(describe).joined(separator: " ")))"
  case .membership(let operand, let set, let isNegated, _):
    "(\(isNegated ? "not-" : "")in \(describe(operand)) \(describe(set)))"
  case .isNull(let operand, let isNegated): "(\(isNegated ? "not-" : "")nil \(describe(operand)))"
  case .list(let elements): "[\(elements.map(describe).joined(separator: " "))]"
  case .unit(let amount, let unit): "(unit \(describe(amount)) \(unit.text))"
  case .conditional(let condition, let then, let otherwise):
    "(if \([condition, then, otherwise].map(describe).joined(separator: " ")))"
  case .parameter(let name): "$\(name.text)"
  case .recordLiteral(let entity, let key): "(record \(quoted(entity)) \(describe(key)))"
  case .subquery(let query): "(query \(describe(query)))"
  case .queryValue(let query, let isCount):
    "(value \(isCount ? "count" : "fetch") \(describe(query)))"
  case .parenthesized(let inner): describe(inner)
  case .enumCase(let name): "(case \(quoted(name)))"
  case .identity(let operand): "(id \(operand.map(describe) ?? "-"))"
  case .backlink(let operand, let entity, let relationship):
    "(inverse \(operand.map(describe) ?? "-") \(quoted(entity)) \(quoted(relationship)))"
  case .quantified(let use, let path): "(\(use.quantifier.rawValue) \(describe(path)))"
  case .quantifier(let use, let elements): "(\(use.quantifier.rawValue)( \(describe(elements)))"
  case .typeTest(let operand, let entity, let isNegated):
    "(\(isNegated ? "not-" : "")is \(describe(operand)) \(quoted(entity)))"
  case .cast(let operand, let entity): "(as-type \(describe(operand)) \(quoted(entity)))"
  }
}

private func describe(_ member: VersionMember) -> String {
  switch member {
  case .enumeration(let type):
    "(enum \(quoted(type.name)) \(documentation(type.documentation))\(names(type.cases)))"
  case .structure(let type):
    "(struct \(quoted(type.name)) \(documentation(type.documentation))"
      + "\(type.fields.map { " " + describe($0) }.joined()))"
  case .model(let declaration): describe(declaration)
  case .renameModel(let step):
    "(rename \(quoted(step.old)) \(quoted(step.new)))"
  case .rename(let step):
    "(rename \(quoted(step.entity)) \(quoted(step.old)) \(quoted(step.new)))"
  case .set(let step):
    "(set \(quoted(step.entity))\(names(step.path)) \(describe(step.value)))"
  case .delete(let delete): "(delete \(all(delete.all))\(describe(delete.selection)))"
  case .allowLoss: "(allow loss)"
  }
}

private func describe(_ key: RecordKeySyntax) -> String {
  switch key {
  case .number(let number): "\(number)"
  case .values(let values): "(\(values.map(describe).joined(separator: " ")))"
  }
}

private func describe(_ file: ImportStatement) -> String {
  let source =
    switch file.source {
    case .standardInput: "stdin"
    case .files(let paths): paths.map { quoted($0.text) }.joined(separator: " ")
    }
  let mappings = file.mappings.map { mappings in
    " (map" + mappings.map { " \(quoted($0.name)) \(describe($0.value))" }.joined() + ")"
  }
  let keys = file.keys.map {
    " (key \(quoted($0.relationship)) \(describe($0.target))\($0.allowsMissing ? " else nil" : ""))"
  }
  let updating = file.updating.map { " (updating\(names($0.key)))" }
  return
    "(import \(source) as \(quoted(file.format)) at \(file.place.map { quoted($0.text) } ?? "-")"
    + " into \(quoted(file.entity))\(mappings ?? "")\(keys.joined())\(updating ?? "")"
    + "\(file.skipping == nil ? "" : " skip"))"
}

private func describe(_ side: RelateStatement.Side) -> String {
  "\(quoted(side.entity)).\(quoted(side.attribute))"
}

private func describe(_ parameter: ParameterDeclaration) -> String {
  let value = parameter.defaultValue.map { " " + describe($0) } ?? ""
  return "(\(quoted(parameter.name)) \(describe(parameter.type))\(value))"
}

private func names(_ names: [NameSyntax]) -> String { names.map { " " + quoted($0) }.joined() }

private func documentation(_ text: String?) -> String { text.map(quoted) ?? "-" }

func describe(_ query: QuerySyntax) -> String {
  var parts = [(query.only == nil ? "" : "only ") + quoted(query.entity)]
  if let name = query.savedQuery { parts.append("(saved \(quoted(name)))") }
  if let arguments = query.arguments?.arguments {
    let texts = arguments.map { " \(quoted($0.name)): \(describe($0.value))" }
    parts.append("(arguments\(texts.joined()))")
  }
  if let alias = query.alias { parts.append("(as \(quoted(alias)))") }
  if let moment = query.moment { parts.append("(as of \(describe(moment)))") }
  if let predicate = query.predicate { parts.append("(where \(describe(predicate)))") }
  if let source = query.source { parts.append("(rows \(describe(source.query)))") }
  if let sample = query.sample {
    parts.append("(sample \(describe(sample.amount))\(sample.isPercentage ? " percent" : ""))")
  }
  if !query.limitKeys.isEmpty {
    parts.append("(per \(query.limitKeys.map(describe).joined(separator: " ")))")
  }
  if !query.groupKeys.isEmpty {
    parts.append("(group \(query.groupKeys.map(describe).joined(separator: " ")))")
  }
  if let pivot = query.pivot { parts.append("(pivot \(describe(pivot)))") }
  if query.totals != nil { parts.append("totals") }
  if let predicate = query.groupPredicate { parts.append("(having \(describe(predicate)))") }
  if query.distinct != nil { parts.append("distinct") }
  if let selection = query.selection {
    parts.append("(select \(selection.items.map(describe).joined(separator: " ")))")
  }
  if !query.sort.isEmpty {
    parts.append("(sort \(query.sort.map(describe).joined(separator: " ")))")
  }
  if let limit = query.limit { parts.append("(limit \(describe(limit)))") }
  if let offset = query.offset { parts.append("(offset \(describe(offset)))") }
  if let chart = query.chart {
    let bins = chart.bins.map { " bins \(describe($0))" } ?? ""
    let path = chart.path.map { " to \(quoted($0.text))" } ?? ""
    let columns = chart.columns.map { " " + describe($0) }.joined()
    parts.append("(chart \(chart.kind.rawValue)\(columns)\(bins)\(path))")
  }
  return parts.joined(separator: " ")
}

private func describe(_ moment: MomentSyntax) -> String {
  switch moment.kind {
  case .time(let time): "(time \(describe(time)))"
  case .ago(let duration): "(ago \(describe(duration)))"
  case .save(let number): "(save \(number))"
  case .yesterday: "(yesterday)"
  }
}

private func describe(_ range: DiffStatement.Range) -> String {
  switch range {
  case .since(let start): "since \(describe(start))"
  case .between(let start, let end): "between \(describe(start)) \(describe(end))"
  case .with(let store): "with \(quoted(store))"
  }
}

private func describe(_ item: SelectItem) -> String {
  switch item {
  case .all: "*"
  case .shape(let shape, let alias): "(shape \(describe(shape)) \(quoted(alias)))"
  case .expression(let column, nil): describe(column)
  case .expression(let column, let alias): "(as \(describe(column)) \(quoted(alias)))"
  }
}

private func describe(_ shape: ShapeSyntax) -> String {
  var parts = [describe(shape.path), shape.items.map(describe).joined(separator: " ")]
  if let predicate = shape.predicate { parts.append("(where \(describe(predicate)))") }
  parts.append("(sort \(shape.sort.map(describe).joined(separator: " ")))")
  if let limit = shape.limit { parts.append("(limit \(describe(limit)))") }
  if let offset = shape.offset { parts.append("(offset \(describe(offset)))") }
  return parts.joined(separator: " ")
}

private func describe(_ key: SortKeySyntax) -> String {
  let placement = key.nullPlacement.map { " \($0.rawValue)" } ?? ""
  let order = key.order.map { " \($0.0.rawValue)" } ?? ""
  let direction = key.direction.map { "$\($0.text)" } ?? (key.isDescending ? "desc" : "asc")
  return "(\(direction) \(describe(key.expression))\(placement)\(order))"
}

private func describe(_ use: BinaryOperatorUse) -> String {
  (use.isNegated ? "not-" : "") + use.operator.rawValue + (use.ignoresCase ? "+c" : "")
    + (use.ignoresDiacritics ? "+d" : "")
}

private func describe(_ set: MembershipSet) -> String {
  switch set {
  case .values(let values): describe(values)
  case .range(let lower, let upper, let isClosed):
    "(\(isClosed ? "..." : "..<") \(describe(lower)) \(describe(upper)))"
  }
}

private func describe(_ window: WindowSyntax) -> String {
  var parts = [
    "(group \(window.groupKeys.map(describe).joined(separator: " ")))",
    "(sort \(window.sort.map(describe).joined(separator: " ")))",
  ]
  if let frame = window.frame {
    let bounds = [frame.before, frame.after].map { bound in
      bound.map { $0.amount.map(describe) ?? "all" } ?? "none"
    }
    parts.append("(\(frame.countsRows ? "rows" : "range") \(bounds.joined(separator: " ")))")
  }
  return parts.joined(separator: " ")
}

private func describe(_ argument: CallArgument) -> String {
  var text = (argument.distinct == nil ? "" : "distinct ") + describe(argument.expression)
  if let end = argument.upperBound { text = "(to \(text) \(describe(end)))" }
  if let filter = argument.filter { text = "(where \(text) \(describe(filter)))" }
  if !argument.sort.isEmpty {
    text = "(sort \(text) \(argument.sort.map(describe).joined(separator: " ")))"
  }
  if let limit = argument.limit { text = "(limit \(text) \(describe(limit)))" }
  return text
}

private func describe(_ literal: LiteralSyntax) -> String {
  switch literal {
  case .null: "nil"
  case .bool(let value): value ? "true" : "false"
  case .int(let value): "\(value)"
  case .number(let digits): "#\(digits)"
  case .string(let text): quoted(text)
  case .regex(let pattern): "(regex \(quoted(pattern)))"
  case .date(let date):
    "(date \(date.year) \(date.month) \(date.day) \(date.timeOfDay ?? -1) \(date.zoneOffset ?? -1))"
  case .typed(let keyword, let text): "(\(keyword.rawValue) \(quoted(text)))"
  }
}

private func describe(_ declaration: ModelDeclaration) -> String {
  let members = declaration.members.map { " " + describe($0) }.joined()
  return
    "(model \(quoted(declaration.name)): \(quoted(declaration.parent)) "
    + (declaration.oldName.map { "was \(quoted($0)) " } ?? "")
    + "\(documentation(declaration.documentation))\(members))"
}

private func text(_ options: MatchOptions?) -> String {
  options.map { "[\($0.ignoresCase ? "c" : "")\($0.ignoresDiacritics ? "d" : "")]" } ?? ""
}

private func describe(_ member: ModelMember) -> String {
  switch member {
  case .property(let property): describe(property)
  case .computed(let name, let value): "(computed \(quoted(name)) \(describe(value)))"
  case .display(let name, _): "(display \(quoted(name)))"
  case .check(let check):
    "(check \(describe(check.condition)) \(documentation(check.message)))"
  case .uniqueKey(let key, let options, _): "(unique\(text(options))\(names(key)))"
  case .index(let key, _): "(index\(names(key)))"
  }
}

private func describe(_ property: PropertyDeclaration) -> String {
  var parts = ["property", quoted(property.name), describe(property.type)]
  if let bounds = property.bounds {
    parts.append("(\(bounds.minimum)...\(bounds.maximum.map(String.init) ?? ""))")
  }
  if property.unique != nil { parts.append("unique\(text(property.uniqueOptions))") }
  if let rule = property.deleteRule { parts.append("(rule \(rule.0.rawValue))") }
  if let inverse = property.inverse { parts.append("(inverse \(quoted(inverse)))") }
  if property.ordered != nil { parts.append("ordered") }
  if let name = property.oldName { parts.append("(was \(quoted(name)))") }
  if let value = property.defaultValue { parts.append("(default \(describe(value)))") }
  return "(\(parts.joined(separator: " ")))"
}

private func describe(_ type: TypeSyntax) -> String {
  (type.isList ? "[\(quoted(type.name))]" : quoted(type.name)) + (type.isOptional ? "?" : "")
}

private func describe(_ record: RecordSyntax) -> String {
  let fields = record.fields.map { "\(quoted($0.name)): \(describe($0.value))" }
  return "{\(fields.joined(separator: ", "))}"
}

private func describe(_ assignment: AssignmentSyntax) -> String {
  let path = assignment.path.map { quoted($0) }.joined(separator: ".")
  return "(\(assignment.operation.rawValue) \(path) \(describe(assignment.value)))"
}

private func all(_ span: SourceSpan?) -> String { span == nil ? "" : "all " }

private func describe(_ value: FieldValue) -> String {
  switch value {
  case .expression(let expression): describe(expression)
  case .record(let record): describe(record)
  case .records(let records, _): "[\(records.map(describe).joined(separator: " "))]"
  }
}

private func isMoment(_ name: NameSyntax) -> Bool {
  !name.isQuoted && ["now", "today"].contains(name.text)
}

/// Names and texts by their scalars, as Swift would call `é` and `é` equal.
private func quoted(_ text: String) -> String {
  "'" + text.unicodeScalars.map { $0.isASCII ? String($0) : "<\($0.value)>" }.joined() + "'"
}

private func quoted(_ name: NameSyntax) -> String { quoted(name.text) }

private func quoted(_ name: NameSyntax?) -> String { name.map { quoted($0.text) } ?? "-" }

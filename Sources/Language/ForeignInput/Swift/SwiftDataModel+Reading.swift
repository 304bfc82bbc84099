import Syntax

/// Reads types from the tokens of Swift that was pasted.
extension SwiftDataModel {
  /// Whether the code declares types, perhaps after its imports.
  static func isMeant(_ reader: SwiftReader) -> Bool {
    var reader = reader
    while let name = reader.peek(1), name.isSwiftName, reader.take("import", name) {}
    if reader.next == "@" { return reader.peek(1) == "Model" }
    while let next = reader.next, modifiers.contains(next) { reader.take() }
    if reader.next == "class" { return true }
    let isEnum = reader.next == "enum" && reader.tokens.contains("case")
    return (isEnum || reader.next == "struct") && reader.peek(2) == ":"
  }

  /// The types that `reader` starts with, after imports.
  static func all(_ reader: inout SwiftReader) -> [SwiftDataModel] {
    var models: [SwiftDataModel] = []
    while !reader.isAtEnd {
      if let name = reader.peek(1), name.isSwiftName, reader.take("import", name) { continue }
      guard let model = SwiftDataModel(&reader) else { break }
      models.append(model)
    }
    return models
  }

  private static let modifiers: Set<String> = ["final", "public", "open", "private", "internal"]

  private init?(_ reader: inout SwiftReader) {
    var rest = reader
    while true {
      if rest.take("@") {
        rest.take()
        if rest.next == "(" { _ = rest.takeBracketed() }
      } else if let next = rest.next, Self.modifiers.contains(next) {
        rest.take()
      } else {
        break
      }
    }
    guard let keyword = rest.take(), ["class", "enum", "struct"].contains(keyword),
      let name = rest.takeName()
    else { return nil }
    self.init(keyword: keyword == "class" ? "model" : keyword, name: name)
    while let next = rest.next, next != "{" {
      // Pasted enums keep the names of their cases, whatever their raw values are.
      if keyword != "enum", next.isSwiftName { parents.append(next) }
      rest.take()
    }
    guard var body = rest.takeBracketed() else { return nil }
    while !body.isAtEnd { readMember(&body) }
    reader = rest
  }

  private mutating func readMember(_ body: inout SwiftReader) {
    if body.take("#") { return readMacro(&body) }
    if keyword == "enum", body.take("case") { return readCases(&body) }
    var marks = SwiftMarks()
    while body.take("@"), let name = body.takeName() {
      marks.read(name, body.next == "(" ? body.takeBracketed() : nil)
    }
    var isStored = !marks.isTransient
    while let next = body.next, Self.memberModifiers.contains(next) {
      isStored = isStored && next != "static"
      body.take()
      if body.next == "(" { _ = body.takeBracketed() }
    }
    guard body.take("var") || body.take("let"), let name = body.takeName() else {
      return skipDeclaration(&body)
    }
    let type = body.take(":") ? SwiftMemberType(&body) : nil
    if body.next == "{", let content = body.takeBracketed() {
      if isStored { members.append(Member(name: name, body: Self.getter(content))) }
      return
    }
    let value = body.take("=") ? SwiftMarks.value(&body) : .absent
    if body.next == "{" { _ = body.takeBracketed() }
    guard isStored else { return }
    guard type != nil || value.type != nil, !value.isUnknown else {
      omitted.append(name)
      return
    }
    members.append(Member(name: name, marks: marks, type: type, value: value))
  }

  private static let memberModifiers = modifiers.union(["static", "lazy", "weak", "override"])

  private static func getter(_ content: SwiftReader) -> SwiftReader {
    var content = content
    return content.take("get") ? content.takeBracketed() ?? content : content
  }

  /// `#Unique<Trip>([\.code, \.year])`
  private mutating func readMacro(_ body: inout SwiftReader) {
    let name = body.take() ?? ""
    if body.take("<") { while let next = body.take(), next != ">" {} }
    guard let arguments = body.takeBracketed() else { return }
    add(macro: name, arguments)
  }

  private mutating func readCases(_ body: inout SwiftReader) {
    repeat {
      guard let name = body.takeName() else { return }
      cases.append(Case(name: name, rawValue: nil))
      if body.take("=") { body.take() }
      if body.next == "(" { _ = body.takeBracketed() }
    } while body.take(",")
  }

  /// Passes over an initializer, a method or a nested type.
  private func skipDeclaration(_ body: inout SwiftReader) {
    while let next = body.next {
      if next == "{" {
        _ = body.takeBracketed()
        return
      }
      if next == "(" || next == "[" { _ = body.takeBracketed() } else { body.take() }
    }
  }
}

/// Reads types from the parts that a parser of Swift found.
extension SwiftDataModel {
  /// - Parameter known: The names of all types of the app.
  init(_ source: ParsedSwiftType, known: Set<String>) {
    let keyword =
      switch source.kind {
      case .model: "model"
      case .enumeration: "enum"
      case .structure: "struct"
      }
    self.init(keyword: keyword, name: source.name)
    parents = source.parents
    cases = source.cases.map { Case(name: $0.name, rawValue: $0.rawValue) }
    for member in source.members { add(member, known) }
    for mark in source.constraints {
      if let arguments = SwiftReader(mark.arguments) { add(macro: mark.name, arguments) }
    }
    rules = source.rules.compactMap { rule in
      SwiftReader(rule.condition).map { ($0, rule.message) }
    }
  }

  private mutating func add(_ source: ParsedSwiftType.Member, _ known: Set<String>) {
    var type: SwiftMemberType?
    if var reader = source.type.flatMap({ SwiftReader($0) }) {
      type = SwiftMemberType(&reader, known: known)
      if !reader.isAtEnd { type = nil }
    }
    if let getter = source.getter {
      let body = SwiftReader(getter) ?? SwiftReader([])
      members.append(Member(name: source.name, type: type, body: body))
      return
    }
    var marks = SwiftMarks()
    for mark in source.marks { marks.read(mark.name, SwiftReader(mark.arguments)) }
    if marks.isTransient { return }
    var value = SwiftMarks.Default.absent
    if let text = source.value, var reader = SwiftReader(text) {
      value = SwiftMarks.value(&reader)
      // A default that the language lacks, such as a call, is left out.
      if value.isUnknown || !reader.isAtEnd { value = SwiftMarks.Default(type: value.type) }
    }
    guard type != nil || source.type == nil && value.type != nil else {
      omitted.append(source.name)
      return
    }
    members.append(Member(name: source.name, marks: marks, type: type, value: value))
  }
}

extension SyntaxWriter {
  mutating func importFile(_ statement: ImportStatement) {
    word(.import)
    switch statement.source {
    case .standardInput: write(.stdin)
    case .files(let paths): list(paths) { $0.text($1) }
    }
    if let format = statement.format {
      beginClause(.as, then: " ")
      name(format)
    }
    if let place = statement.place {
      beginClause(.at, then: " ")
      text(place)
    }
    if let entity = statement.entity {
      beginClause(.into, then: " ")
      name(entity)
    }
    if let mappings = statement.mappings { map(mappings) }
    for key in statement.keys { self.key(key) }
    if let updating = statement.updating {
      beginClause(.updating)
      if !updating.key.isEmpty {
        spaced(Keyword.by.rawValue)
        attributeNames(updating.key)
      }
    }
    if statement.skipping != nil {
      beginClause(.skip, then: " ")
      write(.bad)
    }
  }

  mutating func apply(_ statement: ApplyStatement) {
    word(.apply)
    if case .files(let paths) = statement.source {
      list(paths) { $0.text($1) }
    } else {
      write(.stdin)
    }
    guard let format = statement.format else { return }
    spaced(Keyword.as.rawValue)
    name(format)
  }

  private mutating func map(_ mappings: [MappingSyntax]) {
    beginClause(.map)
    if mappings.isEmpty { return write(" {}") }
    let breaks = breaksLines
    write(breaks ? " {" : " { ")
    unbroken { writer in
      for (index, mapping) in mappings.enumerated() {
        if breaks {
          writer.write(index > 0 ? ",\n    " : "\n    ")
        } else if index > 0 {
          writer.write(", ")
        }
        writer.name(mapping.name)
        writer.write(": ")
        writer.expression(mapping.value)
      }
    }
    write(breaks ? "\n  }" : " }")
  }

  private mutating func key(_ key: KeyMatchSyntax) {
    beginClause(.key, then: " ")
    name(key.relationship)
    spaced(Symbol.arrow.rawValue)
    side(key.target)
    if key.allowsMissing { write(" \(Keyword.else.rawValue) \(Keyword.nil.rawValue)") }
  }

  mutating func export(_ statement: ExportStatement) {
    word(.export)
    write(.leftParenthesis)
    write(statement.isCount ? .count : .fetch)
    write(" ")
    query(statement.query, quotesClauses: statement.isCount)
    if breaksLines { write("\n") }
    write(.rightParenthesis)
    spaced(Keyword.to.rawValue)
    text(statement.path)
    if let format = statement.format {
      spaced(Keyword.as.rawValue)
      name(format)
    }
    if statement.safety != nil { write(" \(Keyword.safe.rawValue) \(Keyword.csv.rawValue)") }
  }

  mutating func text(_ path: FilePathSyntax) {
    write(stringLiteral(path.text))
  }
}

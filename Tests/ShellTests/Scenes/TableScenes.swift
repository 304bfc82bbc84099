import Foundation
import TestSupport
import Testing

/// Tables on a terminal.
@Suite struct TableScenes {
  /// The columns where a line has borders.
  private func borders(_ line: String) -> [Int] {
    var column = 0
    var result: [Int] = []
    for character in line {
      if "│┌┐└┘├┤┬┴┼╭╮╰╯".contains(character) { result.append(column) }
      column += "東京👍漢字".contains(character) ? 2 : 1
    }
    return result
  }

  private func tableLines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter { line in
      line.first.map { "│┌└├╭╰".contains($0) } ?? false
    }
  }

  @Test func scene18WideCharactersKeepTheBordersInOneColumn() throws {
    let shell = try ShellSession(columns: 110)
    shell.run("model Place { name: String, note: String }")
    shell.run(#"insert Place [{name: "東京", note: "👍 fine"}, {name: "zoë", note: "cafe\u{301}"}]"#)
    for mode in ["table", "box"] {
      shell.run(".mode \(mode)")
      let screen = shell.run("fetch Place // \(mode)")
      let lines = tableLines(screen).suffix(6)
      #expect(lines.count == 6)
      #expect(Set(lines.map(borders)).count == 1, "\(screen)")
    }
  }

  @Test func scene19ControlCharactersAreShownAsEscapes() throws {
    let shell = try ShellSession(rows: 60, columns: 100)
    shell.run("model Note { text: String unique }")
    shell.run(#"insert Note text: "a\u{1B}[2Jb\u{7}c\nd\te""#)
    for mode in ["table", "box", "line", "csv", "tsv", "json", "jsonl", "markdown", "html", "list"]
    {
      shell.run(".mode \(mode)")
      let screen = shell.run("fetch Note // \(mode)")
      let escape =
        switch mode {
        case "json", "jsonl": #"a\u001b[2Jb\u0007c"#
        case "markdown": #"a\\u{1B}\[2Jb\\u{7}c"#
        default: #"a\u{1B}[2Jb\u{7}c"#
        }
      #expect(screen.contains(escape), "\(mode)")
    }
    // Messages name the value too.
    shell.run(#"insert Note text: "a\u{1B}[2Jb\u{7}c\nd\te""#)
    shell.wait(for: "is unique")
    let output = String(decoding: shell.received, as: UTF8.self)
    #expect(!output.contains("\u{1B}[2Jb") && !output.contains("\u{7}c"))
  }

  /// A model of thirty attributes with a few records, shown at a width.
  private func wideTable(columns: Int, rows: Int) throws -> (lines: [String], text: String) {
    let folder = try TemporaryFolder()
    let types = ["Int", "String", "Double", "Date?", "String"]
    let attributes = (1...30).map { "c\($0): \(types[$0 % types.count])" }
    try FileManager.default.createDirectory(
      atPath: folder.file("martlet"),
      withIntermediateDirectories: true
    )
    try folder.write(
      "model Wide { \(attributes.joined(separator: ", ")) }\ngenerate \(rows) Wide seed 5\n",
      to: "martlet/init.fetch"
    )
    let shell = try ShellSession(
      rows: 40,
      columns: columns,
      folder: folder,
      environment: ["XDG_CONFIG_HOME": folder.path]
    )
    let text = shell.run("fetch Wide")
    return (tableLines(text), text)
  }

  @Test(arguments: [100, 60, 40, 30, 20])
  func scene20ThirtyColumnsFitAndTheFooterCountsThem(columns: Int) throws {
    let (lines, text) = try wideTable(columns: columns, rows: 5)
    let table = lines.suffix(9)
    #expect(table.count == 9, "\(text)")
    #expect(table.allSatisfy { $0.count <= columns })
    let places = Set(table.map(borders))
    #expect(places.count == 1, "\(text)")
    let shown = try #require(places.first).count - 1
    let footer = text.replacing("\n", with: " ")
    #expect(footer.contains("\(30 - shown) columns hidden: c\(shown + 1),"), "\(text)")
    #expect(footer.contains("(.mode line shows them)"))
  }

  @Test func wideRecordIsPrintedAsLines() throws {
    let (lines, text) = try wideTable(columns: 60, rows: 1)
    #expect(lines.isEmpty)
    for number in 1...30 { #expect(text.contains("c\(number): ")) }
  }

  @Test func scene21LongResultsAreTruncatedAndLastShowsThem() throws {
    let folder = try TemporaryFolder()
    let shell = try ShellSession(
      "--demo",
      rows: 60,
      columns: 90,
      folder: folder,
      environment: ["PAGER": "tee \(folder.file("paged")) | wc -l"]
    )
    let screen = shell.run("fetch User")
    #expect(screen.contains("10,000 rows (40 shown; .last shows all)"))
    #expect(tableLines(screen).count == 3 + 41 + 1)
    shell.type(".last\r")
    // A rule, the headings, a rule, the rows, a rule, the footer.
    shell.wait(for: "10005")
    shell.waitForPrompt()
    let paged = try folder.text("paged")
    #expect(paged.contains("10,000 rows") && !paged.contains("shown"))
    #expect(paged.contains("│ joined "), "columns that had no room are there")
  }

  @Test func aSmallLastResultNeedsNoPager() throws {
    let shell = try ShellSession("--demo", environment: ["PAGER": "echo never"])
    shell.run("fetch Budget select name limit 2")
    shell.run(".print again")
    let screen = shell.run(".last")
    #expect(screen.components(separatedBy: "Winter vacation").count == 3)
    #expect(!screen.contains("never"))
  }

  @Test func withoutAPagerLastIsPrinted() throws {
    let shell = try ShellSession("--demo", rows: 60, environment: ["PAGER": "/nonexistent/pager"])
    shell.run("fetch User select surname, age limit 45")
    shell.type(".last\r")
    shell.wait(for: "45 rows\n")
    shell.waitForPrompt()
    #expect(tableLines(shell.screen.text).count > 45)
    shell.run(".pager off")
    shell.run("= 7 * 6")
    shell.type(".last\r")
    shell.wait(for: "a second whole table") { $0.text.hasSuffix("45 rows\nmartlet>") }
  }

  @Test func scene22NilEmptyStringAndZeroLookDifferent() throws {
    let shell = try ShellSession()
    shell.run("model Thing { text: String?, number: Int? }")
    shell.run(#"insert Thing [{text: "", number: 0}, {}, {text: "nil"}, {text: "0"}]"#)
    let screen = shell.run("fetch Thing")
    let cells = tableLines(screen).dropFirst(3).dropLast().map { line in
      line.split(separator: "│").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(
      cells == [["\"\"", "0"], ["nil", "nil"], ["\"nil\"", "nil"], ["0", "nil"]],
      "\(screen)"
    )
    shell.run(".nullvalue -")
    #expect(shell.run("fetch Thing where number == nil").contains("│ -    │      - │"))
  }

  @Test func longResultsFitTheScreen() throws {
    let shell = try ShellSession("--demo", rows: 24, columns: 90)
    let screen = shell.run("fetch User")
    #expect(screen.contains("10,000 rows (16 shown; .last shows all)"), "\(screen)")
    #expect(screen.contains("martlet> fetch User\n"), "\(screen)")
  }

  @Test func rowsAndWidthsFollowTheSettings() throws {
    let shell = try ShellSession("--demo", columns: 60)
    shell.run(".maxrows 4")
    #expect(shell.run("fetch User select age").contains("10,000 rows (4 shown; .last shows all)"))
    shell.run(".width surname 4")
    #expect(shell.run("fetch User select surname limit 2").contains("│ Gar… │\n│ Bia… │"))
    shell.run(".width surname auto")
    shell.run(".width 20")
    let screen = shell.run("fetch User select age, city, surname limit 2")
    #expect(tableLines(screen).suffix(6).allSatisfy { $0.count <= 20 })
    shell.run(".width auto")
    shell.run(".maxrows off")
    shell.type("fetch User select age limit 50\r")
    shell.wait(for: "50 rows in")
  }

  @Test func headingsOfSummariesAreComplete() throws {
    let shell = try ShellSession("--demo", rows: 40, columns: 80)
    for model in ["User", "Budget", "Expense"] {
      let lines = tableLines(shell.run(".summary \(model)"))
      let headings = try #require(lines.last { $0.contains("count") })
      for name in ["attribute", "count", "nil %", "distinct", "min", "max", "histogram"] {
        #expect(headings.contains(" \(name) "), "\(headings)")
      }
      #expect(lines.allSatisfy { $0.count <= 80 })
    }
  }

  @Test func boxIsASCIIWithoutUnicode() throws {
    let shell = try ShellSession("--demo", environment: ["LC_ALL": "C"])
    let screen = shell.run("fetch Budget select limit limit 1")
    #expect(screen.contains("+--------+"))
  }
}

import Foundation
import TestSupport
import Testing

/// Files named on the command line.
@Suite struct FileArgumentTests {
  @Test func filesBecomeModels() throws {
    let folder = try TemporaryFolder()
    let users = try folder.write("name,age\nAda,36\nZoë,\n", to: "users.csv")
    let cities = try folder.write("{\"name\":\"Oslo\"}\n", to: "x.jsonl")
    let result = try BuiltCommand.run(
      users,
      "City=\(cities)",
      "-m",
      "csv",
      "-c",
      "fetch users sort name desc",
      "-c",
      "fetch City"
    )
    #expect(result.output == "name,age\nZoë,\nAda,36\nname\nOslo\n")
  }

  @Test(arguments: [
    ("1,Ann,30\n2,Bo,40\n", true), ("id,name\n1,Ann\n", false),
    ("name,2024,2025\nAnn,1,2\n", false),
  ])
  func aHeaderThatLooksLikeDataIsReported(text: String, isReported: Bool) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "people.csv")
    let result = try BuiltCommand.run(file, "-c", "count people")
    #expect(result.status == 0)
    #expect(result.errors.contains("looks like data") == isReported, "\(result.errors)")
    #expect(result.errors.contains("--no-header") == isReported)
    #expect(try BuiltCommand.run("--no-header", file, "-c", "count people").errors.isEmpty)
  }

  @Test(arguments: [
    (["sales.2023.csv", "sales.2024.csv"], "sales", "sales2=sales.2024.csv"),
    (["x-y.csv", "x y.csv"], "x_y", "'x_y2=x y.csv'"),
    (["sub/a.csv", "a.csv"], "a", "a2=a.csv"),
    (["a=x-y.csv", "a=a.csv", "a2=x y.csv"], "a", "a3=a.csv"),
  ])
  func filesWithTheSameModelNameAreRefused(files: [String], name: String, help: String) throws {
    let folder = try TemporaryFolder()
    let result = try BuiltCommand.runShell(
      """
      cd '\(folder.path)' && mkdir sub
      for f in sales.2023.csv sales.2024.csv x-y.csv 'x y.csv' sub/a.csv a.csv
      do printf 'n\\n1\\n' > "$f"; done
      "$MARTLET" \(files.map { "'\($0)'" }.joined(separator: " ")) -c .models
      """
    )
    #expect(result.status == 3)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("would both become the model `\(name)`"), "\(result.errors)")
    #expect(result.errors.contains("help: name one of them: \(help)\n"), "\(result.errors)")
  }

  @Test func filesWithDifferentModelNamesAreRead() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write("n\n1\n", to: "sales.2023.csv")
    let second = try folder.write("n\n2\n3\n", to: "sales.2024.csv")
    let result = try BuiltCommand.run(first, "sales2=\(second)", "-c", "count sales2")
    #expect(result.status == 0 && result.output.contains("2"), "\(result.errors)")
  }

  @Test func queryWithoutAFileIsReported() throws {
    let result = try BuiltCommand.run("-c", "count Budget")
    #expect(result.status == 1 && result.errors.contains("help: no file is open: "))
    let declared = try BuiltCommand.run("-c", "model A { n: Int }", "-c", "count Budget")
    #expect(declared.status == 1 && !declared.errors.contains("no file is open"))
  }

  @Test func optionsMayHaveAnyOrder() throws {
    let folder = try TemporaryFolder()
    let users = try folder.write("name\nAda\n", to: "users.csv")
    let result = try BuiltCommand.run("-c", "count users", "-m", "csv", users)
    #expect(result.output == "count\n1\n")
  }

  @Test(arguments: ["x", "é", "~", "x.csv"]) func filesWithShortNamesAreWritten(name: String) throws
  {
    let folder = try TemporaryFolder()
    let result = try BuiltCommand.runShell(
      """
      cd '\(folder.path)' && '\(BuiltCommand.path)' -c 'model A { n: Int }' -c 'insert A n: 1' \
      -c 'export A to "\(name)" as csv' && cat './\(name)'
      """
    )
    #expect(result.output.hasSuffix("n\n1\n"), "\(result)")
  }

  /// A mistyped name of a store creates no file, and the error suggests a name.
  @Test func firstWriteCreatesTheStore() throws {
    let folder = try TemporaryFolder()
    let first = try BuiltCommand.run(
      folder.file("budget.store"),
      statements: ["model A { n: Int }", "insert A n: 1"]
    )
    #expect(first.status == 0, "\(first)")
    let names = try folder.names()
    let mistyped = try BuiltCommand.run(
      folder.file("bugdet.store"),
      statements: [".info", ".models", "fetch A"]
    )
    #expect(mistyped.status == 1)
    #expect(mistyped.output.contains("not created yet"), "\(mistyped)")
    #expect(mistyped.errors.contains("no model is named `A`"), "\(mistyped)")
    #expect(mistyped.errors.contains("bugdet.store\" is a new file"), "\(mistyped)")
    #expect(mistyped.errors.contains("did you mean `budget.store`?"), "\(mistyped)")
    #expect(try folder.names() == names)
    let second = try BuiltCommand.run(
      folder.file("bugdet.store"),
      statements: [
        "begin", "rollback", "= 1", "model A { n: Int }", "insert A n: 1", "undo", "count A",
      ]
    )
    #expect(second.status == 0, "\(second)")
    #expect(try folder.names() == names + ["bugdet.store"])
    let third = try BuiltCommand.run(
      folder.file("bugdet.store"),
      statements: ["count A", "history"]
    )
    #expect(third.output.hasPrefix("0\n"), "\(third)")
  }

  /// A file that another process makes meanwhile is the one that is used.
  @Test func storeCreatedByAnotherProcessIsUsed() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("a.store")
    let other = try folder.write("model A { n: Int }\ninsert A n: 7\n", to: "other.fetch")
    let result = try BuiltCommand.run(
      file,
      statements: [
        ".models", ".output |'\(BuiltCommand.path)' '\(file)' -f '\(other)' >/dev/null", ".output",
        "fetch A", "extend A { m: Int? }", "fetch A",
      ]
    )
    #expect(result.status == 0, "\(result)")
    #expect(try BuiltCommand.run(file, statements: ["fetch A"]).output.contains("7"))
  }

  /// An error about a folder names the folder.
  @Test(arguments: [
    ".output FOLDER/none/x.csv", ".once FOLDER/none/x.csv",
    "export (fetch Budget) to \"FOLDER/none/x.csv\"",
  ])
  func aMissingFolderIsNamed(statement: String) throws {
    let folder = try TemporaryFolder()
    let text = statement.replacing("FOLDER", with: folder.path)
    let result = try BuiltCommand.run("--demo", statements: [text])
    #expect(result.status == 1)
    #expect(result.errors.contains("there is no folder \"\(folder.path)/none\""), "\(result)")
    #expect(result.errors.contains("help: create the folder first"), "\(result)")
  }

  /// Root may write everywhere.
  @Test(.enabled(if: geteuid() != 0)) func readOnlyFolderIsNamed() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    }
    let result = try BuiltCommand.run("-c", ".output \(folder.file("x.csv"))", "-c", "= 1")
    #expect(result.errors.contains("cannot create a file in the folder"), "\(result)")
    let store = try BuiltCommand.run(folder.file("x.store"), "-c", "= 1")
    #expect(store.errors.contains("cannot create a file in the folder"), "\(store)")
  }

  /// Until `.mode` chooses another.
  @Test func fileExtensionSelectsTheResultFormat() throws {
    let folder = try TemporaryFolder()
    let result = try BuiltCommand.run(
      try folder.write("name,age\nAda,36\n", to: "users.csv"),
      statements: [
        ".once \(folder.file("once.csv"))", "fetch users", ".output \(folder.file("all.json"))",
        "fetch users", ".mode csv", "fetch users", ".output", "fetch users",
      ]
    )
    #expect(result.output == "name,age\nAda,36\n", "\(result)")
    #expect(try folder.text("once.csv") == "name,age\nAda,36\n")
    #expect(
      try folder.text("all.json") == "[\n{\"name\":\"Ada\",\"age\":36}\n]\nname,age\nAda,36\n"
    )
  }

  @Test func filesWithoutAHeader() throws {
    let folder = try TemporaryFolder()
    let users = try folder.write("Ada,36\nZoë,7\n", to: "users.csv")
    let result = try BuiltCommand.run("--no-header", users, "-c", "count users")
    #expect(result.output == "2\n")
  }

  @Test func badFileIsReportedWithItsPosition() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a,b\n1,2\n3\n", to: "bad.csv")
    let result = try BuiltCommand.run(path, "-c", "= 1")
    #expect(result.status == 3)
    #expect(result.errors.hasPrefix("\(path):3:"))
    #expect(result.output.isEmpty)
  }

  @Test func parametersAdapt() throws {
    let result = try BuiltCommand.run(
      "--demo",
      "--param",
      "city=Oslo",
      "-m",
      "csv",
      "-c",
      "count User where city == $city"
    )
    let literal = try BuiltCommand.run(
      "--demo",
      "-m",
      "csv",
      "-c",
      "count User where city == \"Oslo\""
    )
    #expect(result.output == literal.output)
    #expect(result.status == 0)
  }
}

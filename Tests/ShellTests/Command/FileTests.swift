import TestSupport
import Testing

/// Files named on the command line.
@Suite struct FileTests {
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

  @Test func optionsStandInAnyOrder() throws {
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

  @Test func filesWithoutAHeader() throws {
    let folder = try TemporaryFolder()
    let users = try folder.write("Ada,36\nZoë,7\n", to: "users.csv")
    let result = try BuiltCommand.run("--no-header", users, "-c", "count users")
    #expect(result.output == "2\n")
  }

  @Test func aBadFileIsReportedWithItsPlace() throws {
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

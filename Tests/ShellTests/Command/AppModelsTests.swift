import TestSupport
import Testing

/// `--models`: a store with the computed attributes and rules of an app.
@Suite struct AppModelsTests {
  private let folder: TemporaryFolder
  private let store: String

  init() throws {
    folder = try TemporaryFolder()
    store = folder.file("trips.store")
    _ = try BuiltCommand.run(
      store,
      statements: [
        "model Trip { name: String, days: Int, stops: [Stop] inverse trip }\n"
          + "model Stop { nights: Int, trip: Trip? }",
        "insert Trip [ { name: \"Oslo\", days: 3 }, { name: \"Lofoten\", days: 9 } ]",
        "insert Stop nights: 4, trip: Trip#2",
      ]
    )
  }

  private static let models = """
    model Trip {
      name: String
      days: Int
      stops: [Stop] cascade inverse trip
      isFree = nights == 0 and isLong
      isLong = days > 7
      nights = sum(stops.nights)
      cost = price * days
      check days > 0 else "a trip takes a day"
    }
    model Stop { nights: Int, trip: Trip?, isLong = nights > 3 }
    model Hotel { name: String }
    """

  private func run(_ models: String, _ statements: String...) throws -> BuiltCommand.Result {
    let file = try folder.write(models, to: "models.fetch")
    return try BuiltCommand.run(
      [store, "--models", file, "-m", "csv"] + statements.flatMap { ["-c", $0] }
    )
  }

  @Test func computedAttributesAreAdded() throws {
    let models = Self.models.replacing("price", with: "nights")
    let result = try run(
      models,
      "fetch Trip where isLong select name, nights, isFree",
      "count Stop where trip.isLong and isLong"
    )
    #expect(result.errors == "" && result.status == 0)
    #expect(result.output == "name,nights,isFree\nLofoten,4,false\ncount\n1\n")
    let schema = try run(models, ".schema Trip").output
    #expect(schema.contains("  isFree = nights == 0 and isLong\n"))
    #expect(schema.contains("  check days > 0 else \"a trip takes a day\"\n"))
  }

  @Test func theStoreIsReadOnly() throws {
    let result = try run(Self.models.replacing("price", with: "days"), "delete Trip#1")
    #expect(result.errors.contains("this store is read-only") && result.status == 1)
    let unchanged = try BuiltCommand.run(store, "-c", ".schema Trip", "-c", "count Trip").output
    #expect(!unchanged.contains("isLong") && unchanged.hasSuffix("\n2\n"))
  }

  @Test func whatDoesNotFitIsReported() throws {
    let partial = try run(
      "model Trip { price: Double, days: Int, cost = price * days, isLong = days > 7, "
        + "check price > 0 }",
      "count Trip where isLong"
    )
    #expect(
      partial.errors == """
        warning: `cost` of Trip is missing: Trip has no attribute `price`
        warning: `check price > 0` of Trip is missing: Trip has no attribute `price`

        """
    )
    #expect(partial.output == "count\n1\n")
    let result = try run("model Hotel { name: String }", "count Trip")
    #expect(result.errors == "warning: the store has none of the models Hotel\n")
    #expect(result.output == "count\n2\n")
  }

  @Test func declarationsCreateModelsInMemory() throws {
    let file = try folder.write(Self.models.replacing("price", with: "days"), to: "models.fetch")
    let result = try BuiltCommand.run(
      "--models",
      file,
      statements: ["insert Trip name: \"Oslo\", days: 8", "fetch Trip select isLong"]
    )
    #expect(result.output.contains("1 inserted") && result.output.contains("true"))
  }

  @Test func errors() throws {
    let missing = try BuiltCommand.run(store, "--models", folder.file("none.swift"))
    #expect(missing.status == 3 && missing.errors.contains("no such file"))
    let wrong = try run("model Trip { name: Strin }", "count Trip")
    #expect(wrong.status == 3 && wrong.errors.contains("cannot use the models, line 1"))
    let file = try folder.write(Self.models, to: "models.fetch")
    let safe = try BuiltCommand.run(store, "--safe", "--models", file)
    #expect(safe.status == 3 && safe.errors.contains("`--safe` allows none"))
    // A build without the package trait has no parser of Swift.
    let swift = try folder.write("struct Point {}", to: "Models.swift")
    let unparsed = try BuiltCommand.run(store, "--models", swift)
    #expect(unparsed.status == 3 && unparsed.errors.contains("martlet-models"))
  }
}

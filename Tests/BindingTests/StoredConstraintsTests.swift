import Expressions
import Model
import Testing

/// Rules of submodels, in terms of the root entities that stores keep.
@Suite struct StoredConstraintsTests {
  private static let models = """
    model Vehicle {
      name: String, wheels: Int, owner: Owner?, check wheels > 0, unique (name, wheels), index (name)
    }
    model Car: Vehicle {
      doors: Int, seats: [Seat](1...9), check doors > wheels else "odd", unique (name, doors)
    }
    model Sport: Car { check count(seats) > 1, index (doors) }
    model Seat { n: Int, car: Car?, check (car.doors ?? 0) >= n }
    model Owner { vehicles: [Vehicle](0...3), check all(vehicles where wheels > 1) }
    """

  @Test func rulesBelongToTheRoot() throws {
    let schema = try BoundTexts.schema(Self.models)
    let vehicle = schema.storedConstraints(of: "Vehicle")
    #expect(vehicle.checks.map(\.entity) == ["Vehicle", "Car", "Sport"])
    #expect(vehicle.checks.map(\.kinds) == [nil, ["Car", "Sport"], ["Sport"]])
    #expect(
      vehicle.checks.map(\.rule.text) == ["wheels > 0", "doors > wheels", "count(seats) > 1"]
    )
    #expect(vehicle.checks.map(\.rule.message) == [nil, "odd", nil])
    #expect(vehicle.bounds.map(\.relationship.name) == ["Car.seats"])
    #expect(vehicle.bounds.map(\.relationship.destination) == ["Seat"])
    #expect(vehicle.bounds.map(\.bounds) == [RelationshipBounds(minimum: 1, maximum: 9)])
    #expect(vehicle.bounds.map(\.kinds) == [["Car", "Sport"]])
    #expect(schema.storedConstraints(of: "Owner").bounds.map(\.kinds) == [nil])
  }

  /// Nothing that stores do not know is left in a condition.
  @Test func conditionsReadStoredNames() throws {
    let schema = try BoundTexts.schema(Self.models)
    let stored = schema.storedEntities
    for root in stored {
      for check in schema.storedConstraints(of: root.name).checks {
        for read in Self.reads(check.rule.condition) {
          let entity = stored.first { $0.name == read.entity }
          #expect(entity?.property(read.name) != nil, "\(read)")
        }
      }
    }
    let seat = try #require(schema.storedConstraints(of: "Seat").checks.first)
    #expect(Self.reads(seat.rule.condition).map(\.name).contains("Car.doors"))
  }

  @Test func keysBelongToTheRoot() throws {
    let schema = try BoundTexts.schema(Self.models)
    let vehicle = try #require(schema.storedEntities.first { $0.name == "Vehicle" })
    #expect(vehicle.constraints.uniqueKeys == [["name", "wheels"], ["name", "Car.doors"]])
    #expect(vehicle.constraints.indexes == [["name"], ["Car.doors"]])
    #expect(vehicle.constraints.checks.isEmpty)
  }

  /// What a model inherits is said before its own.
  @Test func constraintsAreInherited() throws {
    let schema = try BoundTexts.schema(Self.models)
    let sport = try #require(schema.entity("Sport"))
    #expect(
      sport.constraints.checks.map(\.text) == ["wheels > 0", "doors > wheels", "count(seats) > 1"]
    )
    #expect(sport.ownConstraints.checks.map(\.text) == ["count(seats) > 1"])
  }

  private struct Read {
    let entity: String
    let name: String
  }

  private static func reads(_ expression: TypedExpression) -> [Read] {
    var own: [Read] = []
    if case .attribute(let path, let record) = expression.kind {
      own.append(Read(entity: record.entity, name: path.components[0]))
    }
    return own + (expression.children + expression.innerParts).flatMap(reads)
  }
}

import CoreDataModels
import Testing

/// The columns of members in Core Data files.
@Suite struct ColumnPlanTests {
  @Test func duplicateNamesGetNumbers() {
    let root = ModelEntity(
      name: "Root",
      attributes: [
        ModelAttribute(name: "Name", type: .string), ModelAttribute(name: "name", type: .string),
        ModelAttribute(name: "_pk", type: .int64),
        ModelAttribute(name: "gone", type: .string, isTransient: true),
        ModelAttribute(
          name: "place",
          type: .composite,
          elements: [
            ModelAttribute(name: "name", type: .string), ModelAttribute(name: "at", type: .date),
          ]
        ),
      ],
      relationships: [
        ModelRelationship(name: "owner", destination: "Root"),
        ModelRelationship(name: "parts", destination: "Root", maxCount: 0),
      ]
    )
    let first = ModelEntity(
      name: "First",
      parent: "Root",
      attributes: [ModelAttribute(name: "size", type: .int16)]
    )
    let second = ModelEntity(
      name: "Second",
      parent: "Root",
      attributes: [
        ModelAttribute(name: "size", type: .double), ModelAttribute(name: "name1", type: .double),
      ]
    )
    let columns = ColumnPlan([root, first, second]).columns
    let expected: [(String, [String], String)] = [
      ("Root", ["Name"], "ZNAME"), ("Root", ["_pk"], "Z_PK1"), ("Root", ["name"], "ZNAME1"),
      ("Root", ["owner"], "ZOWNER"), ("Root", ["place", "at"], "ZAT"),
      ("Root", ["place", "name"], "ZNAME2"), ("First", ["size"], "ZSIZE"),
      ("Second", ["size"], "ZSIZE1"), ("Second", ["name1"], "ZNAME11"),
    ]
    for (entity, path, column) in expected {
      #expect(columns[ColumnPlan.Member(entity: entity, path: path)] == column, "\(entity) \(path)")
    }
    #expect(columns.count == expected.count)
  }
}

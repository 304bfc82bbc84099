import CoreDataFixtures
import CoreDataModels
import Foundation
import KeyedArchives
import TestSupport
import Testing

/// Models as Xcode keeps them.
@Suite struct XcodeModelTests {
  private static let xml = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <!-- a comment with <entity name="None"/> -->
    <model type="com.apple.IDECoreDataModeler.DataModel" userDefinedModelVersionIdentifier="2" sourceLanguage="Swift">
        <entity name="Book" representedClassName="Book" syncable="YES">
            <attribute name="cover" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
            <attribute name="published" attributeType="Date" defaultDateTimeInterval="12.5" usesScalarValueType="NO"/>
            <attribute name="title" attributeType="String" defaultValueString="&lt;none&gt; &#38; &#x41;"/>
            <attribute name="pages" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="sheets.@count"/>
            <attribute name="home" optional="YES" attributeType="Composite" compositeName="Address"/>
            <relationship name="author" maxCount="1" deletionRule="Nullify" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
            <fetchedProperty name="similar" optional="YES"><fetchRequest name="r" entity="Book" predicateString="title == $A"/></fetchedProperty>
            <fetchIndex name="byTitle"><fetchIndexElement property="title" type="Binary" order="ascending"/></fetchIndex>
            <uniquenessConstraints><uniquenessConstraint><constraint value="title"/><constraint value="published"/></uniquenessConstraint></uniquenessConstraints>
            <userInfo><entry key='a' value='b > c'/></userInfo>
        </entity>
        <entity name="Person" isAbstract="YES"><attribute name="name" optional="YES" attributeType="String"/></entity>
        <entity name="Author" parentEntity="Person">
            <attribute name="age" optional="YES" transient="YES" attributeType="Integer 16" defaultValueString="0"/>
            <relationship name="books" optional="YES" toMany="YES" minCount="1" maxCount="20" ordered="YES" deletionRule="Cascade" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
        </entity>
        <compositeAttribute name="Address">
            <attribute name="city" optional="YES" attributeType="String"/>
        </compositeAttribute>
        <elements><element name="Book" positionX="0"/></elements>
    </model>
    """

  private static let model = ManagedObjectModel(
    entities: [
      ModelEntity(
        name: "Book",
        className: "Book",
        attributes: [
          ModelAttribute(name: "cover", type: .binary, allowsExternalStorage: true),
          ModelAttribute(
            name: "published",
            type: .date,
            isOptional: false,
            defaultValue: .date(12.5)
          ),
          ModelAttribute(
            name: "title",
            type: .string,
            isOptional: false,
            defaultValue: .string("<none> & A")
          ),
          ModelAttribute(name: "pages", type: .int64, isDerived: true),
          ModelAttribute(
            name: "home",
            type: .composite,
            elements: [ModelAttribute(name: "city", type: .string)]
          ),
        ],
        relationships: [
          ModelRelationship(
            name: "author",
            destination: "Author",
            inverse: "books",
            isOptional: false
          )
        ],
        fetchedProperties: ["similar"],
        uniqueKeys: [["title", "published"]],
        indexes: [["title"]],
        renamingIdentifier: "Book"
      ),
      ModelEntity(
        name: "Person",
        isAbstract: true,
        attributes: [ModelAttribute(name: "name", type: .string)],
        renamingIdentifier: "Person"
      ),
      ModelEntity(
        name: "Author",
        parent: "Person",
        attributes: [
          ModelAttribute(name: "age", type: .int16, isTransient: true, defaultValue: .integer(0))
        ],
        relationships: [
          ModelRelationship(
            name: "books",
            destination: "Book",
            inverse: "author",
            deleteRule: .cascade,
            minCount: 1,
            maxCount: 20,
            isOrdered: true
          )
        ],
        renamingIdentifier: "Author"
      ),
    ],
    versionIdentifiers: ["2"]
  )

  @Test func xmlIsRead() throws {
    let model = try ManagedObjectModel(xml: Array(Self.xml.utf8))
    for (entity, expected) in zip(model.entities, Self.model.entities) {
      #expect(entity == expected)
    }
    #expect(model == Self.model)
  }

  @Test func theCurrentVersionIsChosen() throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for name in ["A.xcdatamodel", "A 2.xcdatamodel", "A 10.xcdatamodel"] {
      let version = folder.file("A.xcdatamodeld/\(name)")
      try files.createDirectory(atPath: version, withIntermediateDirectories: true)
      let xml = "<model><entity name=\"E\(name.dropLast(12))\"/></model>"
      try folder.write(xml, to: "A.xcdatamodeld/\(name)/contents")
    }
    func names() throws -> [String] {
      try ModelFile.model(at: folder.file("A.xcdatamodeld")).entities.map(\.name)
    }
    #expect(try names() == ["EA 10"])
    try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>A 2.xcdatamodel</string></dict></plist>
      """,
      to: "A.xcdatamodeld/.xccurrentversion"
    )
    #expect(try names() == ["EA 2"])
    let single = folder.file("A.xcdatamodeld/A.xcdatamodel")
    #expect(try ModelFile.model(at: single).entities.map(\.name) == ["EA"])
    #expect(try ModelFile.model(at: single + "/contents").entities.map(\.name) == ["EA"])
  }

  @Test func compiledModelsAreRead() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("Bank.momd")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try ModelArchiver.archive(BankModel.model).write(to: URL(fileURLWithPath: path + "/Bank.mom"))
    #expect(try ModelFile.model(at: path) == BankModel.model)
    // The current one of several is said by a binary list.
    try Data("<model/>".utf8).write(to: URL(fileURLWithPath: path + "/Bank 2.mom"))
    #expect(try ModelFile.model(at: path).entities.isEmpty)
    let info = ["NSManagedObjectModel_CurrentVersionName": WrittenValue.string("Bank")]
    try PropertyListWriter.data(.dictionary(info))
      .write(to: URL(fileURLWithPath: path + "/VersionInfo.plist"))
    #expect(try ModelFile.model(at: path) == BankModel.model)
  }

  @Test func whatIsNoModelIsRefused() throws {
    let folder = try TemporaryFolder()
    func reason(_ text: String) throws -> String? {
      let path = try folder.write(text, to: "contents")
      do throws(FormatError) {
        _ = try ModelFile.model(at: path)
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(try reason("") == "it ends too early")
    #expect(try reason("<model>") == "it ends too early")
    #expect(try reason("<a/>") == "it does not contain a model")
    #expect(try reason("<model a=b/>") == "it is not XML")
    #expect(try reason("<model a=\"b/>") == "it ends too early")
    #expect(try reason("< model/>") == "it is not XML")
    #expect(try reason("</model>") == "it is not XML")
    #expect(
      try reason("<!DOCTYPE m [<!ENTITY a \"b\">]><model/>") == "its document type is not supported"
    )
    #expect(try reason(String(repeating: "<a>", count: 100)) == "it is nested too deeply")
    #expect(try reason("bplist00") == "it is not a binary property list")
    #expect(throws: FormatError("there is no such model")) {
      try ModelFile.model(at: folder.file("none"))
    }
    let empty = try TemporaryFolder()
    #expect(throws: FormatError("the folder does not contain a model")) {
      try ModelFile.model(at: empty.path)
    }
  }

  @Test func damagedXMLIsSafe() {
    let xml = Array(Self.xml.utf8)
    var random = SeededRandom(seed: 65)
    for _ in 0..<fuzzCount(600) {
      var bytes = xml
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.removeLast(min(bytes.count - 1, 20))
        }
      }
      _ = try? ManagedObjectModel(xml: bytes)
    }
  }
}

import CoreDataFixtures
import CoreDataModels
import Foundation
import KeyedArchives
import TestSupport
import Testing

/// Compiled models as files and folders.
@Suite struct ModelFileTests {
  @Test func compiledModelsAreRead() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("Bank.momd")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    func write(_ model: ManagedObjectModel, as name: String) throws {
      try ModelArchiver.archive(model).write(to: URL(fileURLWithPath: path + "/" + name))
    }
    try write(BankModel.model, as: "Bank.mom")
    #expect(try ModelFile.model(at: path) == BankModel.model)
    #expect(try ModelFile.model(at: path + "/Bank.mom") == BankModel.model)
    // The last version by number is chosen, unless a binary list names another one.
    try write(BankModel.model, as: "Bank 2.mom")
    try write(ManagedObjectModel(entities: []), as: "Bank 10.mom")
    #expect(try ModelFile.model(at: path).entities.isEmpty)
    let info = ["NSManagedObjectModel_CurrentVersionName": WrittenValue.string("Bank")]
    try PropertyListWriter.data(.dictionary(info))
      .write(to: URL(fileURLWithPath: path + "/VersionInfo.plist"))
    #expect(try ModelFile.model(at: path) == BankModel.model)
  }

  @Test func otherFilesAreRejected() throws {
    let folder = try TemporaryFolder()
    func reason(_ text: String) throws -> String? {
      let path = try folder.write(text, to: "A.mom")
      do throws(FormatError) {
        _ = try ModelFile.model(at: path)
        return nil
      } catch {
        return error.reason
      }
    }
    for text in ["", "<model/>", "bplist00"] {
      #expect(try reason(text) == "it is not a binary property list")
    }
    #expect(throws: FormatError("there is no such model")) {
      try ModelFile.model(at: folder.file("none"))
    }
    let empty = try TemporaryFolder()
    #expect(throws: FormatError("the folder does not contain a model")) {
      try ModelFile.model(at: empty.path)
    }
    #expect(
      throws: FormatError(
        "it is the source of a model; use the compiled `.mom` or `.momd` in the app"
      )
    ) { try ModelFile.model(at: folder.file("A.xcdatamodeld")) }
  }
}

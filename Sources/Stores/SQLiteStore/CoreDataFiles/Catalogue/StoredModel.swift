import CoreDataModels
import Foundation
import GRDB
import KeyedArchives
import Storage

/// Finds the model of a file of Core Data: the one that was given, the one in the file, or a guess.
struct StoredModel {
  let model: ManagedObjectModel
  /// Where it was found.
  let origin: CoreDataContents.ModelOrigin
  /// What is to be known about where it comes from.
  let notes: [String]

  /// - Parameter path: Where a model is that was given.
  init(_ db: Database, _ catalogue: StoreCatalogue, modelPath: String?) throws {
    if let modelPath {
      model = try Self.given(modelPath, catalogue)
      origin = .given(path: modelPath)
      notes = []
      return
    }
    do throws(ArchiveError) {
      if let cache = try Self.cache(db) {
        model = try ManagedObjectModel(cache: cache)
        origin = .file
        notes = []
        return
      }
      notes = [
        "the file has no model, so names and types are guessed; `--model App.xcdatamodeld` gives it"
      ]
    } catch {
      notes = [
        "the model in the file cannot be read (\(error.reason)), so names and types are guessed; "
          + "`--model App.xcdatamodeld` gives it"
      ]
    }
    model = GuessedModel(db, catalogue).model
    origin = .guessed
  }

  private static func given(
    _ path: String,
    _ catalogue: StoreCatalogue
  ) throws -> ManagedObjectModel {
    do throws(ModelFileError) {
      let model = try ModelFile.model(at: path)
      guard model.entities.contains(where: { catalogue.number(of: $0.name) != nil }) else {
        throw ModelFileError("it has none of the store's entities")
      }
      return model
    } catch {
      throw StoreFileError(path: path, operation: "read", fault: .other(reason: error.reason))
    }
  }

  /// A larger model is not read.
  private static let mostBytes = 16 << 20

  /// The packed model; nil where the file has none.
  private static func cache(_ db: Database) throws(ArchiveError) -> Data? {
    // Older files have no such table.
    guard (try? db.tableExists("Z_MODELCACHE")) == true else { return nil }
    let sql = """
      SELECT CASE WHEN length(Z_CONTENT) <= \(mostBytes) THEN Z_CONTENT END FROM Z_MODELCACHE
      LIMIT 1
      """
    guard let row = try? Row.fetchOne(db, sql: sql) else { return nil }
    guard let cache = Data.fromDatabaseValue(row[0] as DatabaseValue) else {
      throw ArchiveError("it is no data, or too much")
    }
    return cache
  }
}

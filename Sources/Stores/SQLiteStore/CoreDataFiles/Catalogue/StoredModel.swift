import CoreDataModels
import Foundation
import GRDB
import KeyedArchives
import Storage

/// Finds the model of a Core Data store: the given one, the one in the file, or a guessed one.
struct StoredModel {
  let model: ManagedObjectModel
  /// Where it was found.
  let origin: CoreDataContents.ModelOrigin
  /// Notes about its origin.
  let notes: [String]

  /// - Parameter modelPath: The path of a given model, if any.
  init(_ db: Database, _ catalogue: StoreCatalogue, modelPath: String?) throws {
    if let modelPath {
      (model, origin, notes) = (try Self.given(modelPath, catalogue), .given(path: modelPath), [])
      return
    }
    let problem: String
    do throws(FormatError) {
      if let cache = try Self.cache(db) {
        (model, origin, notes) = (try ManagedObjectModel(cache: cache), .file, [])
        return
      }
      problem = "the file contains no model"
    } catch {
      problem = "the model in the file cannot be read (\(error.reason))"
    }
    notes = [
      problem + ", so names and types are guessed, and relationships are missing; "
        + "use `--model App.momd` to provide the model"
    ]
    (model, origin) = (catalogue.guessedModel(ColumnSamples(db: db)), .guessed)
  }

  private static func given(
    _ path: String,
    _ catalogue: StoreCatalogue
  ) throws -> ManagedObjectModel {
    do throws(FormatError) {
      let model = try ModelFile.model(at: path)
      guard model.entities.contains(where: { catalogue.number(of: $0.name) != nil }) else {
        throw FormatError("it has none of the store's entities")
      }
      return model
    } catch {
      throw StoreFileError(path: path, operation: "read", fault: .other(reason: error.reason))
    }
  }

  /// The maximum size of a compressed model.
  private static let maxBytes = 16 << 20

  /// The compressed model; nil if the file contains none.
  private static func cache(_ db: Database) throws(FormatError) -> Data? {
    // Older files lack the table.
    guard (try? db.tableExists("Z_MODELCACHE")) == true else { return nil }
    let sql = """
      SELECT CASE WHEN length(Z_CONTENT) <= \(maxBytes) THEN Z_CONTENT END FROM Z_MODELCACHE
      LIMIT 1
      """
    guard let row = try? Row.fetchOne(db, sql: sql) else { return nil }
    guard let cache = Data.fromDatabaseValue(row[0] as DatabaseValue) else {
      throw FormatError("it is missing or too large")
    }
    return cache
  }
}

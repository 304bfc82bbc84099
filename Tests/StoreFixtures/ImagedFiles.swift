public import ColumnImages
import Foundation
import Platform
public import TestSupport

/// Files whose columns have images as soon as they were read once, in folders in memory.
public enum ImagedFiles {
  /// The time, in seconds, that a file must stay unchanged before it has images: two steps of the
  /// system's clock for files.
  private static let granularity = max(0.02, 2 * clockStep())

  /// The images in a folder as another process has them, of tables of any size.
  public static func cache(in folder: TemporaryFolder) -> ColumnImageCache {
    var settings = ColumnImageCache.Settings()
    settings.minimumRows = 0
    settings.granularity = granularity
    // A busy machine can take longer to write a few rows than to read them.
    settings.writingTime = .seconds(600)
    return ColumnImageCache(folder: folder.file("images"), settings: settings)
  }

  /// Waits until a file can have images.
  public static func settle(_ path: String) {
    _ = eventually { (try? FileStamp(path))?.isSettled(after: granularity) ?? true }
  }

  /// The least difference between the times of a file that is written all the time, in seconds.
  private static func clockStep() -> Double {
    guard let folder = try? TemporaryFolder(inMemory: true) else { return 0 }
    func written() -> Double {
      _ = try? folder.write("", to: "clock")
      let facts = try? FileManager.default.attributesOfItem(atPath: folder.file("clock"))
      return (facts?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
    }
    var last = written()
    let steps = (0..<4).map { _ in
      let first = last
      _ = eventually(every: .microseconds(200)) {
        last = written()
        return last != first
      }
      return last - first
    }
    return steps.min() ?? 0
  }
}

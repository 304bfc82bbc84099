import Diagnostics
import Foundation

/// Completes file names.
enum FileNames {
  /// The files whose paths start with `written`, sorted. Folders end with `/`. Hidden files are
  /// included only if `written` names a dot.
  ///
  /// Names with spaces outside of quotes or with control characters are left out.
  ///
  /// - Parameter quote: The opening quote, which is added after a file name; nil outside of quotes.
  static func candidates(
    _ written: String,
    closing quote: Unicode.Scalar? = nil
  ) -> [Completion.Candidate] {
    let end = written.lastIndex(of: "/").map { written.index(after: $0) } ?? written.startIndex
    let (folder, beginning) = (String(written[..<end]), String(written[end...]))
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path(of: folder))) ?? []
    return names.filter { name in
      name.hasPrefix(beginning) && (beginning.hasPrefix(".") || !name.hasPrefix("."))
        && escapedForTerminal(name) == name
        && name.unicodeScalars.allSatisfy { isPlain($0) || $0 == " " && quote != nil }
    }
    .sorted()
    .map { name in
      isFolder(path(of: folder) + "/" + name)
        ? Completion.Candidate(folder + name + "/", suffix: "")
        : Completion.Candidate(folder + name + (quote.map { String($0) } ?? ""))
    }
  }

  private static func path(of folder: String) -> String { folder.isEmpty ? "." : folder }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isWhitespace && !["\"", "'", "\\"].contains(scalar)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}

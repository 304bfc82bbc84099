import ColumnImages
import Features
import Formats
import Foundation
import MemoryStore
import Model
import Session
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import Transfer

/// Column images of CSV and JSON files: answers are those of the file as it is.
@Suite struct DataFileImageTests {
  private static let questions = [
    "fetch A sort id, t", "count A where t starts with \"v\"",
    "fetch A group by t select t, count(), max(n) sort t",
    "fetch A where d > 1.5 sort id select day",
  ]

  @Test(arguments: ["csv", "jsonl", "json"])
  func noAnswerIsStale(format: String) throws {
    var random = SeededRandom(seed: UInt64(format.utf8.count) + 40)
    let rounds = fuzzCount(120)
    var served = 0
    var file = try WrittenFile(format, &random)
    for round in 0..<rounds {
      if round % 30 == 0 { file = try WrittenFile(format, &random) }
      let done = try file.change(&random)
      // Without a pause, the file has been changed just now.
      if random.chance(75) { file.settle() }
      for _ in 0..<random.pick([1, 2, 2]) {
        let question = random.pick(Self.questions)
        let truth = try file.answer(question, nil)
        let isDeferred = random.chance(50)
        let answer = try file.answer(question, file.cache(), isDeferred: isDeferred)
        #expect(answer.text == truth.text, "round \(round), after \(done): \(question)")
        served += answer.isFromImages ? 1 : 0
      }
      if random.chance(20) { try file.damageImages(&random) }
    }
    // Otherwise nothing was tested.
    #expect(served > rounds / 8, "only \(served) answers from images")
  }

  @Test func changedRecordsAreNotFromImages() throws {
    var random = SeededRandom(seed: 45)
    let file = try WrittenFile("csv", &random)
    file.settle()
    _ = try file.answer("count A", file.cache())
    let session = try file.session(file.cache())
    #expect("\(try session.told("explain fetch A where n > 3"))".contains("column images: 20 rows"))
    _ = try session.told("update A where n > 3 set n = 3")
    #expect(!"\(try session.told("explain fetch A where n > 3"))".contains("column images"))
    #expect("\(try session.told("count A where n > 3").answer)" == "\(Self.none(session))")
    // The images are of the file, not of the records in memory.
    #expect(try file.answer("fetch A sort id", file.cache()).isFromImages)
    #expect(
      try file.answer("fetch A sort id", file.cache()).text
        == file.answer("fetch A sort id", nil).text
    )
  }

  private static func none(_ session: QuerySession) -> StatementOutcome.Answer {
    (try? session.told("count A where n > 100000").answer) ?? .message("")
  }

  /// How a file is read is part of its images.
  @Test func settingsOfReading() throws {
    var random = SeededRandom(seed: 46)
    let file = try WrittenFile("csv", &random)
    file.settle()
    for hasHeader in [true, false, true, false] {
      let with = try file.answer("count A", file.cache(), hasHeader: hasHeader)
      let without = try file.answer("count A", nil, hasHeader: hasHeader)
      #expect(with.text == without.text)
    }
  }

  private static let unusualOptions: [(String, String, ReadingOptions)] = {
    var nested = ReadingOptions()
    nested.place = ["b"]
    var tolerant = ReadingOptions()
    tolerant.skipsBad = true
    return [
      ("csv", "a;b,c\n1;2,3\n4;5,6\n", ReadingOptions(delimiter: UInt8(ascii: ";"))),
      ("json", #"{"a": 1, "b": [{"n": 1}, {"n": 2}]}"#, nested),
      ("csv", "a,b\n1,2\n3,4\n", tolerant),
    ]
  }()

  /// Files that are read in an unusual way neither write images nor use those of others.
  @Test(arguments: unusualOptions)
  func otherSettingsHaveNone(ending: String, text: String, options: ReadingOptions) throws {
    var random = SeededRandom(seed: 49)
    let file = try WrittenFile("csv", &random)
    let path = try file.folder.write(text, to: "B." + ending)
    ImagedFiles.settle(path)
    func columns(_ options: ReadingOptions, _ cache: ColumnImageCache?) throws -> [String] {
      let session = QuerySession(store: InMemoryStore())
      _ = try session.importFile(path: path, options: options, images: cache)
      cache?.writePending()
      return session.schema.entity("B")?.attributes.map(\.name) ?? []
    }
    let truth = try (columns(options, nil), columns(ReadingOptions(), nil))
    for _ in 0..<2 {
      let cache = file.cache()
      #expect(try columns(options, cache) == truth.0)
      #expect(cache.contents.isEmpty)
    }
    for _ in 0..<2 { #expect(try columns(ReadingOptions(), file.cache()) == truth.1) }
    #expect(try columns(options, file.cache()) == truth.0)
  }

  /// How another file gets the path of a data file.
  enum Exchange: CaseIterable {
    case link, folder
  }

  /// The path names another file for the moment in that it is opened. Both have the same size.
  @Test(arguments: Exchange.allCases, [false, true])
  func exchangedWhileOpened(_ exchange: Exchange, isBack: Bool) throws {
    var random = SeededRandom(seed: 50)
    let file = try WrittenFile("csv", &random)
    let (folder, manager) = (file.folder, FileManager.default)
    for name in ["a", "b"] {
      try manager.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
      try folder.write("n\n" + (name == "a" ? "1\n2\n" : "7\n8\n"), to: name + "/A.csv")
    }
    let data = folder.file("data")
    func link(to name: String) throws {
      try? manager.removeItem(atPath: data)
      try manager.createSymbolicLink(atPath: data, withDestinationPath: folder.file(name))
    }
    func move(_ from: String, _ to: String) throws {
      try manager.moveItem(atPath: folder.file(from), toPath: folder.file(to))
    }
    switch exchange {
    case .link: try link(to: "a")
    case .folder: try move("a", "data")
    }
    ImagedFiles.settle(data + "/A.csv")
    let cache = file.cache()
    var order = ImportOrder(paths: [data + "/A.csv"])
    order.images = cache
    let images = try #require(DataFileImages(order))
    func read() throws {
      let file = try RecordFile(path: order.paths[0], cancellation: CancellationFlag())
      images.note(try file.read(file.whole), from: file)
      cache.writePending()
    }
    switch exchange {
    case .link: try link(to: "b")
    case .folder:
      try move("data", "a")
      try move("b", "data")
    }
    let opened = try RecordFile(path: order.paths[0], cancellation: CancellationFlag())
    let records = try opened.read(opened.whole)
    if isBack {
      switch exchange {
      case .link: try link(to: "a")
      case .folder:
        try move("data", "b")
        try move("a", "data")
      }
    }
    images.note(records, from: opened)
    cache.writePending()
    #expect(cache.contents.isEmpty)
    guard isBack else { return }
    // Unless something was exchanged, there are images.
    try read()
    #expect(cache.contents.count == 1)
    #expect(DataFileImages(order)?.records()?.count == 2)
  }

  /// A pipe is opened once, to be read: what is written to an earlier reader is lost.
  @Test func pipesAreNotOpened() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("pipe.csv")
    try #require(mkfifo(pipe, 0o600) == 0)
    let writer = Thread { close(open(pipe, O_WRONLY)) }
    writer.start()
    // Until the writer waits in `open`.
    usleep(20_000)
    let images = ColumnImageCache(folder: folder.file("images"))
    for _ in 0..<100 {
      #expect(DataFileImages(ImportOrder(paths: [pipe], images: images)) == nil)
    }
    #expect(!writer.isFinished)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    #expect(eventually { writer.isFinished })
    close(reader)
  }

  /// Two processes write the same images at once, and others read them.
  @Test func severalWriters() throws {
    var random = SeededRandom(seed: 47)
    let file = try WrittenFile("csv", &random)
    file.settle()
    let truth = try file.answer("fetch A sort id", nil).text
    for _ in 0..<fuzzCount(10) {
      try? FileManager.default.removeItem(atPath: file.folder.file("images"))
      let caches = (0..<3).map { _ in file.cache() }
      for cache in caches { _ = try file.session(cache) }
      DispatchQueue.concurrentPerform(iterations: 6) { number in
        if number < 3 {
          caches[number].writePending()
        } else {
          let answer = try? file.answer("fetch A sort id", file.cache(), writes: false).text
          #expect(answer == truth)
        }
      }
      #expect(try file.answer("fetch A sort id", file.cache()).text == truth)
    }
  }

  /// A folder that cannot be written.
  @Test func unusableFolder() throws {
    var random = SeededRandom(seed: 48)
    let file = try WrittenFile("csv", &random)
    file.settle()
    try file.folder.write("no folder", to: "images")
    for _ in 0..<2 {
      let answer = try file.answer("fetch A sort id", file.cache())
      #expect(!answer.isFromImages)
      #expect(try answer.text == file.answer("fetch A sort id", nil).text)
    }
  }
}

/// A data file that programs change in all the ways they do.
private final class WrittenFile: @unchecked Sendable {
  let folder: TemporaryFolder
  let path: String
  private let format: String
  private var backups: [String] = []
  private var rows: [[String]] = []

  init(_ format: String, _ random: inout SeededRandom) throws {
    folder = try TemporaryFolder(inMemory: true)
    path = folder.file("A." + format)
    self.format = format
    for id in 0..<20 { rows.append(Self.row(id, &random)) }
    try write()
  }

  private static func row(_ id: Int, _ random: inout SeededRandom) -> [String] {
    let day = "2024-0\(Int.random(in: 1...9, using: &random))-11"
    return [
      String(1000 + id), String(Int.random(in: 10...99, using: &random)),
      random.pick(["va", "vb", "xx", ""]),
      random.pick(["1.25", "2.50", "0.33"]), random.pick([day, ""]),
    ]
  }

  private static let names = ["id", "n", "t", "d", "day"]

  private func write() throws {
    let text: String
    switch format {
    case "csv":
      text = ([Self.names] + rows).map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
    default:
      let objects = rows.map { row in
        let fields = zip(Self.names, row).map { name, value in
          value.isEmpty
            ? "\"\(name)\":null"
            : ["t", "day"].contains(name) ? "\"\(name)\":\"\(value)\"" : "\"\(name)\":\(value)"
        }
        return "{" + fields.joined(separator: ",") + "}"
      }
      text =
        format == "json"
        ? "[" + objects.joined(separator: ",\n") + "]" : objects.joined(separator: "\n")
    }
    // In place, as `cp` and shells do.
    guard let file = fopen(path, "w") else { throw CocoaError(.fileWriteUnknown) }
    fputs(text, file)
    fclose(file)
  }

  func settle() { ImagedFiles.settle(path) }

  func cache() -> ColumnImageCache { ImagedFiles.cache(in: folder) }

  /// - Parameter scripts: All statements, so that columns can be read when they are needed.
  func session(
    _ cache: ColumnImageCache?,
    hasHeader: Bool = true,
    scripts: [String]? = nil
  ) throws -> QuerySession {
    let session = QuerySession(store: InMemoryStore())
    _ = try session.importFile(
      path: path,
      options: ReadingOptions(hasHeader: hasHeader),
      images: cache,
      scripts: scripts
    )
    return session
  }

  /// What a new process answers.
  func answer(
    _ text: String,
    _ cache: ColumnImageCache?,
    hasHeader: Bool = true,
    writes: Bool = true,
    isDeferred: Bool = false
  ) throws -> (text: String, isFromImages: Bool) {
    let session = try session(
      cache,
      hasHeader: hasHeader,
      scripts: isDeferred ? [text] : nil
    )
    let isFromImages = "\(try session.told("explain count A"))".contains("column images")
    let text = text.hasPrefix("fetch") ? try session.rows(text) : "\(try session.told(text).answer)"
    if writes { cache?.writePending() }
    return (text, isFromImages)
  }

  func damageImages(_ random: inout SeededRandom) throws {
    let images = folder.file("images")
    for name in (try? FileManager.default.contentsOfDirectory(atPath: images)) ?? [] {
      let url = URL(fileURLWithPath: images + "/" + name)
      var bytes = Array(try Data(contentsOf: url))
      guard !bytes.isEmpty, random.chance(70) else { continue }
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      // In place, so that the file stays private.
      guard let file = fopen(url.path, "r+") else { continue }
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
  }

  func change(_ random: inout SeededRandom) throws -> String {
    let kind = Int.random(in: 0..<12, using: &random)
    switch kind {
    case 0...3:
      // Mostly of the same size.
      let place = Int.random(in: 0..<rows.count, using: &random)
      rows[place] = Self.row(place, &random)
      try write()
    case 4:
      rows.append(Self.row(rows.count, &random))
      try write()
    case 5 where rows.count > 5:
      rows.removeLast()
      try write()
    case 6:
      let backup = folder.file("backup\(backups.count)")
      try shell("cp -p '\(path)' '\(backup)'")
      backups.append(backup)
    case 7 where !backups.isEmpty:
      let option = random.chance(50) ? "-p " : ""
      try shell("cp \(option)'\(random.pick(backups))' '\(path)'")
    case 8 where !backups.isEmpty:
      try shell("cp -p '\(random.pick(backups))' '\(path).new' && mv '\(path).new' '\(path)'")
    case 9: try shell("touch -d 2001-02-03 '\(path)'")
    case 10: try shell("mv '\(path)' '\(path).away' && mv '\(path).away' '\(path)'")
    case 11:
      // Other values, with the same size and time.
      try shell("cp -p '\(path)' '\(path).old'")
      rows[0][1] = rows[0][1] == "55" ? "66" : "55"
      try write()
      try shell("touch -r '\(path).old' '\(path)'")
    default: return "nothing"
    }
    return "change \(kind)"
  }

  private func shell(_ command: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(command)")
  }
}

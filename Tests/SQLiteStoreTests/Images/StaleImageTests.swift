import ColumnImages
import Dispatch
import Foundation
import GRDB
import Session
import Synchronization
import TestSupport
import Testing

@testable import SQLiteStore

/// Whoever writes a file, in whatever way: images never give an answer of another state.
@Suite struct StaleImageTests {
  private static let questions = [
    "fetch A where n >= 0 select n, t sort n, t",
    "count A where t starts with \"v\"",
    "fetch A group by t select t, count(), sum(n) sort t",
    "count A",
  ]

  @Test(arguments: [true, false])
  func noAnswerIsStale(isNative: Bool) throws {
    var random = SeededRandom(seed: isNative ? 31 : 32)
    let rounds = fuzzCount(150)
    var served = 0
    var writer: FileWriter?
    for round in 0..<rounds {
      // A file grows old.
      if round % 40 == 0 { writer = try FileWriter(isNative: isNative, &random) }
      guard let writer else { return }
      let done = try writer.change(&random)
      // Without a pause, the file has been changed just now.
      if random.chance(75) { writer.file.settle() }
      for _ in 0..<random.pick([1, 2, 2, 3]) {
        let question = random.pick(Self.questions)
        let truth = try writer.file.truth(question)
        let answer = try writer.file.answer(
          question,
          writes: random.chance(80),
          keepsColumns: random.chance(50)
        )
        #expect(answer.rows == truth, "round \(round), after \(done): \(question)")
        served += answer.isFromImages ? 1 : 0
      }
    }
    // Otherwise nothing was tested.
    #expect(served > rounds / 8, "only \(served) answers from images")
  }

  /// While another thread writes to the log, each answer is of one state, which is not past.
  @Test func readersWhileSomebodyWrites() throws {
    let file = try ImagedFile()
    try file.sql(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE A (id INTEGER PRIMARY KEY, n INTEGER);
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 50)
      INSERT INTO A SELECT i, 0 FROM c
      """
    )
    let queue = try DatabaseQueue(path: file.path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = OFF")
    }
    file.settle()
    let committed = Atomic(0)
    let isOver = Atomic(false)
    let answered = Atomic(0)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while !isOver.load(ordering: .sequentiallyConsistent) {
        let next = committed.load(ordering: .sequentiallyConsistent) + 1
        try? queue.write { try $0.execute(sql: "UPDATE A SET n = \(next)") }
        committed.store(next, ordering: .sequentiallyConsistent)
        usleep(500)
        guard next % 8 == 0 else { continue }
        // Long enough for an answer that leaves images, and one that reads them.
        let last = answered.load(ordering: .sequentiallyConsistent) + 3
        while answered.load(ordering: .sequentiallyConsistent) < last,
          !isOver.load(ordering: .sequentiallyConsistent)
        {
          usleep(500)
        }
      }
      ended.signal()
    }
    var served = 0
    for round in 0..<fuzzCount(60) {
      let least = committed.load(ordering: .sequentiallyConsistent)
      let answer = try file.answer(
        "fetch A group by n select n, count()",
        keepsColumns: true
      )
      let most = committed.load(ordering: .sequentiallyConsistent) + 1
      let parts = answer.rows.split(separator: ",").compactMap { Int($0) }
      #expect(parts.count == 2 && parts[1] == 50, "round \(round): \(answer.rows)")
      #expect(parts.first.map { (least...most).contains($0) } ?? false, "round \(round)")
      served += answer.isFromImages ? 1 : 0
      answered.add(1, ordering: .sequentiallyConsistent)
    }
    isOver.store(true, ordering: .sequentiallyConsistent)
    ended.wait()
    #expect(served > 0)
  }

  /// A process that stays open while others write.
  @Test func sessionsThatStayOpen() throws {
    var random = SeededRandom(seed: 33)
    let writer = try FileWriter(isNative: false, &random)
    for round in 0..<fuzzCount(8) {
      writer.file.settle()
      let cache = writer.file.cache()
      let (session, store) = try writer.file.session(cache, keepsColumns: random.chance(50))
      for _ in 0..<4 {
        let question = random.pick(Self.questions)
        let truth = try writer.file.truth(question)
        #expect(try ImagedFile.reply(session, question) == truth, "round \(round)")
        #expect(try writer.file.answer(question).rows == truth, "round \(round)")
        cache.writePending()
        try writer.update(&random)
        if random.chance(50) { writer.file.settle() }
      }
      store.release()
    }
  }
}

/// Writes a file in all the ways that programs do.
private final class FileWriter {
  let file: ImagedFile
  private let isNative: Bool
  private var backups: [String] = []

  init(isNative: Bool, _ random: inout SeededRandom) throws {
    file = try ImagedFile()
    self.isNative = isNative
    if isNative {
      let (session, store) = try file.session()
      _ = try session.told("model A { n: Int, t: String }")
      _ = try session.told("model B { m: Int }")
      store.release()
    } else {
      try file.sql(
        """
        CREATE TABLE A (id INTEGER PRIMARY KEY, n INTEGER, t TEXT);
        CREATE TABLE B (id INTEGER PRIMARY KEY, m INTEGER)
        """
      )
    }
    try martlet(
      "insert A [\((0..<30).map { "{ n: \($0), t: \"v\($0 % 5)\" }" }.joined(separator: ", "))]"
    )
  }

  private func martlet(_ text: String) throws {
    let (session, store) = try file.session()
    _ = try session.told(text)
    store.release()
  }

  /// An update that keeps the sizes of all values, mostly.
  func update(_ random: inout SeededRandom) throws {
    let (from, to) = (
      Int.random(in: 0..<30, using: &random), Int.random(in: 0..<30, using: &random)
    )
    try file.sql("UPDATE A SET n = \(to), t = 'v\(to % 5)' WHERE n = \(from)")
  }

  /// Changes the file, or nothing but what the system notes about it; returns how.
  func change(_ random: inout SeededRandom) throws -> String {
    let kind = Int.random(in: 0..<16, using: &random)
    switch kind {
    case 0...2: try update(&random)
    case 3:
      try martlet("update A where n == \(Int.random(in: 0..<30, using: &random)) set n = n + 1")
    case 4: try martlet("insert A { n: \(Int.random(in: 0..<30, using: &random)), t: \"v1\" }")
    case 5: try martlet("delete A where n == \(Int.random(in: 0..<30, using: &random))")
    case 6: try martlet("insert B { m: 1 }")
    case 7: try backUp()
    case 8, 9: try restore(&random, inPlace: true, keepsTime: random.chance(50))
    case 10: try restore(&random, inPlace: false, keepsTime: random.chance(50))
    case 11: try touch()
    case 12: try file.sql(random.pick(["VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"]))
    case 13 where !isNative:
      try file.sql("PRAGMA journal_mode = \(random.pick(["wal", "delete"]))")
    case 14: try renameThereAndBack()
    case 15: try twin(&random)
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

  private func backUp() throws {
    try file.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    let path = file.folder.file("backup\(backups.count)")
    try shell("cp -p '\(file.path)' '\(path)'")
    backups.append(path)
  }

  /// Restores a backup: over the file, or by another name that is then renamed.
  private func restore(_ random: inout SeededRandom, inPlace: Bool, keepsTime: Bool) throws {
    if backups.isEmpty { try backUp() }
    let backup = random.pick(backups)
    let option = keepsTime ? "-p " : ""
    try shell(
      "rm -f '\(file.path)-wal' '\(file.path)-shm'; "
        + (inPlace
          ? "cp \(option)'\(backup)' '\(file.path)'"
          : "cp \(option)'\(backup)' '\(file.path).new' && mv '\(file.path).new' '\(file.path)'")
    )
  }

  /// Replaces the file by one with other values, but the same counters, size and time.
  private func twin(_ random: inout SeededRandom) throws {
    let (first, twin) = (file.folder.file("first"), file.folder.file("twin"))
    try file.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    try shell("cp -p '\(file.path)' '\(first)'")
    try update(&random)
    try file.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    try shell("cp -p '\(file.path)' '\(twin)'; cat '\(first)' > '\(file.path)'")
    try update(&random)
    file.settle()
    for question in ["count A where n > 3", "fetch A select n, t sort n, t"] {
      _ = try file.answer(question)
    }
    try file.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    try shell(
      "touch -r '\(file.path)' '\(first)'; cat '\(twin)' > '\(file.path)'; "
        + "touch -r '\(first)' '\(file.path)'"
    )
  }

  private func touch() throws {
    try shell("touch -d 2001-02-03 '\(file.path)'")
  }

  private func renameThereAndBack() throws {
    try shell("mv '\(file.path)' '\(file.path).away' && mv '\(file.path).away' '\(file.path)'")
  }
}

import Columns
import Foundation
import Model
import Storage

/// Reads CSV and its relatives.
///
/// The stages in order: delimiter, header, division into stripes, types from a sample, the columns
/// of all stripes side by side; columns with a field that does not fit are read again, wider.
struct CSVReader {
  /// Less than this is not worth another thread.
  private static let bytesPerStripe = 1 << 20

  private let bytes: FileBytes
  private let delimiter: UInt8?
  private let options: ReadingOptions
  private let cancellation: CancellationFlag

  init(
    _ bytes: FileBytes,
    delimiter: UInt8?,
    _ options: ReadingOptions,
    _ cancellation: CancellationFlag
  ) {
    self.bytes = bytes
    self.delimiter = delimiter
    self.options = options
    self.cancellation = cancellation
  }

  func read() throws(ReadingFailure) -> ReadTable {
    let start = bytes.lengthOfByteOrderMark
    if let delimiter, !Self.isSuitable(delimiter) { throw .fact(.unsuitableDelimiter, at: nil) }
    let delimiter = delimiter ?? DelimiterSniffer(bytes: bytes, start: start).delimiter()
    let header = try CSVHeader(
      bytes,
      start: start,
      delimiter: delimiter,
      hasHeader: options.hasHeader
    )
    let stripes = try CSVSplitter(
      bytes,
      header.bodyStart..<bytes.count,
      delimiter: delimiter,
      count: stripeCount(header.bodyStart)
    ).split()
    try cancellation.checkReading()
    let file = CSVFile(
      bytes: bytes,
      delimiter: delimiter,
      names: header.names,
      options: options,
      cancellation: cancellation
    )
    return try CSVColumnsReader(file, stripes).read()
  }

  private static func isSuitable(_ delimiter: UInt8) -> Bool {
    delimiter != 0 && delimiter < 128
      && ![Byte.quote, Byte.lineFeed, Byte.carriageReturn].contains(delimiter)
  }

  private func stripeCount(_ start: Int) -> Int {
    options.stripeCount
      ?? min(
        ProcessInfo.processInfo.activeProcessorCount,
        max(1, (bytes.count - start) / Self.bytesPerStripe)
      )
  }
}

import Storage

/// What is known about a CSV file before its records are read.
struct CSVFile {
  let bytes: FileBytes
  let delimiter: UInt8
  let names: [String]
  let options: ReadingOptions
  let cancellation: CancellationFlag
}

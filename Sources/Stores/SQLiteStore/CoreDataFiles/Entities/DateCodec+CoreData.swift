import SQLGeneration

extension DateCodec {
  /// Core Data counts dates from the start of 2001; here in seconds since 1970.
  static let coreDataEpoch: Int64 = 978_307_200

  /// Dates in Core Data's format.
  static let coreData = DateCodec.seconds(epoch: coreDataEpoch)
}

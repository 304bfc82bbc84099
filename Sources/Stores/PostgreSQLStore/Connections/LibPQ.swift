import Platform

/// The functions of PostgreSQL's client library, which is loaded when the first address of a server
/// is opened.
struct LibPQ: Sendable {
  typealias Handle = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias TextOf = @convention(c) (Handle?) -> Text?
  typealias NumberOf = @convention(c) (Handle?) -> Int32
  typealias Release = @convention(c) (Handle?) -> Void
  typealias NoticeProcessor = @convention(c) (UnsafeMutableRawPointer?, Text?) -> Void
  typealias CellNumber = @convention(c) (Handle?, Int32, Int32) -> Int32

  let connect: @convention(c) (UnsafePointer<Text?>?, UnsafePointer<Text?>?, Int32) -> Handle?
  let finish: Release
  let status: NumberOf
  let errorMessage: TextOf
  let needsPassword: NumberOf
  let socket: NumberOf
  let serverVersion: NumberOf
  let host: TextOf
  let port: TextOf
  let database: TextOf
  let user: TextOf
  let send: @convention(c) (Handle?, Text?) -> Int32
  let sendWithParameters:
    @convention(c) (
      Handle?, Text?, Int32, UnsafePointer<UInt32>?, UnsafePointer<Text?>?, UnsafePointer<Int32>?,
      UnsafePointer<Int32>?, Int32
    ) -> Int32
  let consumeInput: NumberOf
  let isBusy: NumberOf
  let nextResult: @convention(c) (Handle?) -> Handle?
  let makeCancel: @convention(c) (Handle?) -> Handle?
  let setNoticeProcessor:
    @convention(c) (Handle?, NoticeProcessor?, UnsafeMutableRawPointer?) -> NoticeProcessor?
  let cancel: @convention(c) (Handle?, UnsafeMutablePointer<CChar>?, Int32) -> Int32
  let freeCancel: Release
  let putCopyData: @convention(c) (Handle?, Text?, Int32) -> Int32
  let putCopyEnd: @convention(c) (Handle?, Text?) -> Int32

  let getCopyData:
    @convention(c) (Handle?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, Int32) -> Int32
  let freeMemory: @convention(c) (UnsafeMutableRawPointer?) -> Void

  let resultStatus: NumberOf
  let resultField: @convention(c) (Handle?, Int32) -> Text?
  let rowCount: NumberOf
  let columnCount: NumberOf
  let affectedRows: TextOf
  let columnType: @convention(c) (Handle?, Int32) -> UInt32
  let cell: @convention(c) (Handle?, Int32, Int32) -> UnsafeMutablePointer<CChar>?
  let cellLength: CellNumber
  let cellIsNull: CellNumber
  let clear: Release

  /// The library, loaded once; nil if it is missing or too old.
  static let shared = LibPQ()

  /// The names of the library.
  static let names = [
    "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
    "/usr/local/opt/libpq/lib/libpq.5.dylib",
  ]

  private init?() {
    guard let library = DynamicLibrary(named: Self.names) else { return nil }
    func function<Function>(_ name: String) -> Function? {
      library.function(name, as: Function.self)
    }
    guard
      let connect:
        @convention(c) (UnsafePointer<Text?>?, UnsafePointer<Text?>?, Int32) ->
          Handle? = function("PQconnectdbParams"),
      let finish: Release = function("PQfinish"),
      let status: NumberOf = function("PQstatus"),
      let errorMessage: TextOf = function("PQerrorMessage"),
      let needsPassword: NumberOf = function("PQconnectionNeedsPassword"),
      let socket: NumberOf = function("PQsocket"),
      let serverVersion: NumberOf = function("PQserverVersion"),
      let host: TextOf = function("PQhost"),
      let port: TextOf = function("PQport"),
      let database: TextOf = function("PQdb"),
      let user: TextOf = function("PQuser"),
      let send: @convention(c) (Handle?, Text?) -> Int32 = function("PQsendQuery"),
      let sendWithParameters:
        @convention(c) (
          Handle?, Text?, Int32, UnsafePointer<UInt32>?, UnsafePointer<Text?>?,
          UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
        ) -> Int32 = function("PQsendQueryParams"),
      let consumeInput: NumberOf = function("PQconsumeInput"),
      let isBusy: NumberOf = function("PQisBusy"),
      let nextResult: @convention(c) (Handle?) -> Handle? = function("PQgetResult"),
      let makeCancel: @convention(c) (Handle?) -> Handle? = function("PQgetCancel"),
      let cancel: @convention(c) (Handle?, UnsafeMutablePointer<CChar>?, Int32) -> Int32 =
        function("PQcancel"),
      let setNoticeProcessor:
        @convention(c) (Handle?, NoticeProcessor?, UnsafeMutableRawPointer?) -> NoticeProcessor? =
        function("PQsetNoticeProcessor"),
      let freeCancel: Release = function("PQfreeCancel"),
      let putCopyData: @convention(c) (Handle?, Text?, Int32) -> Int32 =
        function("PQputCopyData"),
      let putCopyEnd: @convention(c) (Handle?, Text?) -> Int32 = function("PQputCopyEnd")
    else { return nil }
    guard
      let getCopyData:
        @convention(c) (Handle?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, Int32) ->
          Int32 = function("PQgetCopyData"),
      let freeMemory: @convention(c) (UnsafeMutableRawPointer?) -> Void = function("PQfreemem"),
      let resultStatus: NumberOf = function("PQresultStatus"),
      let resultField: @convention(c) (Handle?, Int32) -> Text? = function("PQresultErrorField"),
      let rowCount: NumberOf = function("PQntuples"),
      let columnCount: NumberOf = function("PQnfields"),
      let affectedRows: TextOf = function("PQcmdTuples"),
      let columnType: @convention(c) (Handle?, Int32) -> UInt32 = function("PQftype"),
      let cell: @convention(c) (Handle?, Int32, Int32) -> UnsafeMutablePointer<CChar>? =
        function("PQgetvalue"),
      let cellLength: CellNumber = function("PQgetlength"),
      let cellIsNull: CellNumber = function("PQgetisnull"),
      let clear: Release = function("PQclear")
    else { return nil }
    (self.connect, self.finish, self.status) = (connect, finish, status)
    (self.errorMessage, self.needsPassword) = (errorMessage, needsPassword)
    (self.socket, self.serverVersion) = (socket, serverVersion)
    (self.host, self.port, self.database, self.user) = (host, port, database, user)
    (self.send, self.sendWithParameters) = (send, sendWithParameters)
    (self.consumeInput, self.isBusy, self.nextResult) = (consumeInput, isBusy, nextResult)
    (self.makeCancel, self.cancel, self.freeCancel) = (makeCancel, cancel, freeCancel)
    self.setNoticeProcessor = setNoticeProcessor
    (self.putCopyData, self.putCopyEnd) = (putCopyData, putCopyEnd)
    (self.getCopyData, self.freeMemory) = (getCopyData, freeMemory)
    (self.resultStatus, self.resultField) = (resultStatus, resultField)
    (self.rowCount, self.columnCount, self.affectedRows) = (rowCount, columnCount, affectedRows)
    (self.columnType, self.cell) = (columnType, cell)
    (self.cellLength, self.cellIsNull, self.clear) = (cellLength, cellIsNull, clear)
  }
}

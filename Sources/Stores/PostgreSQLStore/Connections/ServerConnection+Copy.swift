import Foundation
import Platform
import Storage
import Synchronization

/// COPY in both directions.
extension ServerConnection {
  /// Receives rows of a COPY to this client until there are `most`, or `bytes` bytes. Returns
  /// whether there are more.
  ///
  /// - Parameter isStopped: Whether nobody wants the rows any more. Asked while the server sends
  ///   nothing.
  func receive(
    _ rows: CopiedRows,
    most: Int,
    bytes: Int,
    isStopped: () -> Bool
  ) throws(ServerFailure) -> Bool {
    let outcome = handle.withLock { handle -> Result<Bool, ServerFailure> in
      do throws(ServerFailure) {
        return .success(try receive(rows, most, bytes, isStopped, &handle))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  private func receive(
    _ rows: CopiedRows,
    _ most: Int,
    _ bytes: Int,
    _ isStopped: () -> Bool,
    _ handle: inout Handle
  ) throws(ServerFailure) -> Bool {
    let pointer = handle.pointer
    let socket = FileDescriptor(rawValue: library.socket(pointer))
    while rows.rowCount < most, rows.byteCount < bytes {
      // The rest of the rows is not worth the time to receive it.
      if cancellation?.isCancelled == true { throw leave(&handle) }
      var message: UnsafeMutablePointer<CChar>?
      let length = library.getCopyData(pointer, &message, 1)
      switch length {
      case 1...:
        let isRow = rows.append(UnsafeRawBufferPointer(start: message, count: Int(length)))
        library.freeMemory(message)
        if !isRow { throw ServerFailure(code: "08P01", message: "a row of COPY is not valid") }
      case 0:
        if !waits(for: socket, isStopped) { throw leave(&handle) }
        if library.consumeInput(pointer) == 0 { throw lost(pointer) }
      case -1:
        _ = try results(&handle)
        return false
      default:
        throw lost(pointer)
      }
    }
    return true
  }

  /// Sends rows in the binary form of COPY. Returns how many were inserted.
  func copy(_ statement: String, _ data: Data) throws(ServerFailure) -> Int {
    let sent = handle.withLock { handle -> Result<Int, ServerFailure> in
      let pointer = handle.pointer
      do throws(ServerFailure) {
        guard library.send(pointer, statement) == 1 else { return .failure(lost(pointer)) }
        _ = try results(&handle)
        let isSent = data.withUnsafeBytes { bytes in
          stride(from: 0, to: bytes.count, by: 1 << 20).allSatisfy { start in
            let part = bytes[start..<min(start + 1 << 20, bytes.count)]
            return UnsafeRawBufferPointer(rebasing: part).withMemoryRebound(to: CChar.self) {
              library.putCopyData(pointer, $0.baseAddress, Int32($0.count)) == 1
            }
          }
        }
        guard isSent, library.putCopyEnd(pointer, nil) == 1 else { return .failure(lost(pointer)) }
        return .success(try results(&handle).last?.affectedRows ?? 0)
      } catch {
        return .failure(error)
      }
    }
    return try sent.get()
  }
}

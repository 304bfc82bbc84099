import PostgreSQLFixtures
import PostgreSQLStore
import Testing

@testable import StoreContractSuite

/// Native stores on a server keep the contract of every store.
@Suite(.enabled(if: PrivateServer.shared != nil))
struct NativeStoreContractTests {
  @Test(arguments: StoreContract.checks)
  func keepsTheContract(_ check: ContractCheck) throws {
    let server = try #require(PrivateServer.shared)
    try check.run(try PrivateServer.open(server.addressOfNewStore()))
  }
}

extension PostgreSQLStore: LockingMigrations {}

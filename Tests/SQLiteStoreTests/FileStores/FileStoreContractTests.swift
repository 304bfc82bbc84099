import StoreFixtures
import TestSupport
import Testing

@testable import StoreContractSuite

/// Stores in files satisfy the store contract.
@Suite struct FileStoreContractTests {
  @Test(arguments: StoreContract.checks)
  func keepsTheContract(_ check: ContractCheck) throws {
    let folder = try TemporaryFolder(inMemory: true)
    try check.run(try ReopenedStore.open(folder.file("contract.store")))
  }

  @Test(arguments: StoreContract.fixedChecks + StoreContract.randomRowChecks.prefix(fuzzCount(2)))
  func keepsTheContractWhenOpenedAgain(_ check: ContractCheck) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let store = ReopenedStore(
      path: folder.file("contract.store"),
      reopensBeforeChanges: true
    )
    try check.run(store)
  }
}

extension ReopenedStore: ForgettingVersions {}

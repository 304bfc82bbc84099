import Testing

@testable import MemoryStore
@testable import StoreContractSuite

@Suite("InMemoryStore")
struct InMemoryStoreTests {
  @Test("keeps the contract", arguments: StoreContract.checks)
  func contract(_ check: ContractCheck) throws {
    try check.run(InMemoryStore())
  }

  @Test("keeps the contract where dead rows go soon", arguments: StoreContract.checks)
  func contractWithFewDeadRows(_ check: ContractCheck) throws {
    try check.run(InMemoryStore(limits: StoreLimits(deadRows: 3)))
  }
}

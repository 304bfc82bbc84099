import MemoryStore
import Testing

@Suite("InMemoryStore")
struct InMemoryStoreTests {
  @Test("keeps the contract", arguments: StoreContract.checks)
  func contract(_ check: ContractCheck) throws {
    try check.run(InMemoryStore())
  }
}

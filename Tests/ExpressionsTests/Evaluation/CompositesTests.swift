import Expressions
import Model
import Testing

/// Composite values from their fields.
@Suite struct CompositesTests {
  @Test func leavesNestInOrder() {
    let address = Composites.object([
      (["city"], .string("Oslo")), (["geo", "lat"], .double(59.9)), (["geo", "lon"], .null),
      (["zip"], .null),
    ])
    #expect(
      address
        == .object([
          ObjectField("city", .string("Oslo")),
          ObjectField(
            "geo",
            .object([ObjectField("lat", .double(59.9)), ObjectField("lon", .null)])
          ),
          ObjectField("zip", .null),
        ])
    )
  }

  @Test func onlyNilsAreNil() {
    #expect(Composites.object([(["a", "b"], .null), (["c"], .null)]) == .null)
    #expect(Composites.object([]) == .null)
    #expect(
      Composites.object([(["a", "b"], .null), (["c"], .int(1))])
        == .object([ObjectField("a", .null), ObjectField("c", .int(1))])
    )
  }
}

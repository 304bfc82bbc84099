import Formats
import Testing

@Suite struct PlacePathTests {
  @Test(arguments: [
    "a", "a.b", "it's", "it's.x", "a.'", "a']b.c", "a\"]b.c", "[0]", "['a.b']", "[\"a.b\"]", "",
    "x[",
  ])
  func keysRoundTrip(key: String) {
    for keys in [[key], ["k", key], [key, "k"], ["k", key, key, "3"]] {
      #expect(PlacePath.keys(PlacePath.text(keys)) == keys)
    }
  }
}

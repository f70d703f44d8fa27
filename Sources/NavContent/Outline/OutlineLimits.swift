/// What an outline may have at most, whatever its document says.
package struct OutlineLimits: Hashable, Sendable {
  /// Entries of one list; a longer one is a list of ranges, each of so many.
  package var entries = 100_000
  /// Bytes of a value that are shown, as they are written.
  package var textBytes = 1 << 20
  /// Levels of arrays and objects in one another in JSON.
  package var depth = 1 << 20
  /// The same in YAML.
  package var yamlDepth = 10_000
  /// The largest YAML document that is read, in bytes; JSON has no such limit.
  package var yamlBytes = 64 << 20
  /// Values, keys and collections of one YAML document.
  package var yamlNodes = 12_000_000
  /// Arrays and objects of which it is kept where they end, so that they are passed over at once.
  package var landmarks = 100_000
  /// The bytes from which on an array or object is one of them.
  package var landmarkBytes = 64 << 10
  /// Entries of lists that are kept, so that they need not be read again.
  package var keptEntries = 250_000

  /// Values of one list of which it is shown how they begin; fewer while the document is read.
  package var previews = 20_000
  package var earlyPreviews = 1_000

  package init() {}
}

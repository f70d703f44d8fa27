/// The content of a session with the bytes of its files, as a worker has found them.
package struct CollectedContent: Sendable {
  /// Content of files is that of a bundle.
  package let spec: ContentSpec
  package let files: [BundleFile]
  package let bytes: [ContentHash: [UInt8]]

  /// - Parameters:
  ///   - spec: the content; of files, that of a bundle.
  ///   - files: the files of that bundle, ascending by their paths.
  ///   - bytes: the bytes of each file.
  package init(
    _ spec: ContentSpec,
    files: [BundleFile] = [],
    bytes: [ContentHash: [UInt8]] = [:]
  ) {
    (self.spec, self.files, self.bytes) = (spec, files, bytes)
  }
}

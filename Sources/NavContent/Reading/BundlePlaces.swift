package import NavBase

/// The places where the files of bundles are read.
package protocol BundlePlaces: Sendable {
  /// Makes the files of a bundle available for a session, instead of those of an earlier version.
  ///
  /// - Parameters:
  ///   - bundle: the hash of the bundle's manifest.
  ///   - session: the session that shows it.
  /// - Returns: the absolute path of the directory that contains the files: the same for all versions of the bundle.
  /// - Throws: if the bundle is not there, if the session shows a newer version, or if it has ended.
  func open(_ bundle: ContentHash, for session: UInt64) throws(ContentFailure) -> String

  /// Returns the directory of a session's bundle; nil if the session shows none.
  func root(of session: UInt64) -> String?

  /// Releases the place of a session: nothing is opened for it afterwards. Does not wait for the disk.
  func close(_ session: UInt64)
}

package import NavModel
/// Where the daemon writes what must outlive it.
package protocol SessionStore: AnyObject {
  /// Writes a batch whole or not at all; after a return it survives the end of the process.
  ///
  /// After an error the store is as it was, and the next commit may succeed.
  ///
  /// - Parameter batch: what changed in a turn; it names only sessions that the store holds or that
  ///   are among its heads.
  /// - Throws: why nothing was written. The caller's next batch then holds what this one held, or is
  ///   whole.
  func commit(_ batch: StoreBatch) throws(StoreError)
}

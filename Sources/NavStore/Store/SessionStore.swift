package import NavBase

/// The writing part of a store: SQLite's, and the one in memory that tests compare with it.
package protocol SessionStore: AnyObject {
  /// Writes a batch completely or not at all; once it returns, the batch survives the end of the process.
  ///
  /// After an error the store is unchanged, and the next commit may succeed.
  ///
  /// - Parameter batch: the changes of a turn; it refers only to stored sessions and to its own heads.
  /// - Throws: the reason why nothing was written. The caller's next batch must include this one's changes or be whole.
  func commit(_ batch: StoreBatch) throws(StoreError)
}

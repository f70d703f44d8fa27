import GRDB

/// Why a file can't be used as it is.
enum Obstacle: Error {
  /// It holds what navd did not write.
  case damaged(reason: String)
  case newer(schema: Int)
  /// Not the file is to be blamed, but the way to it.
  case other(StoreError)
}

extension Obstacle {
  /// What a call that opens, checks or reads a file threw.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as Obstacle: self = error
    case let error as StoreError: self = .other(error)
    case let error as DatabaseError where !error.blamesTheFile:
      self = .other(StoreError(error, path: path))
    case let error as DatabaseError:
      self = .damaged(reason: error.message ?? "\(error.resultCode)")
    default: self = .damaged(reason: "\(error)")
    }
  }
}

extension Obstacle {
  /// Renames a file that can't be used.
  ///
  /// - Returns: what was done, for people.
  /// - Throws: why it can't be renamed, or what is in the way besides the file.
  func note(settingAside files: StoreFiles) throws(StoreError) -> String {
    let path = files.database
    switch self {
    case .damaged(let reason):
      let name = try files.setAside(as: "damaged", stamp: StoreFiles.stamp())
      return "\(path) is damaged (\(reason)): it was renamed to \(name); an empty state begins"
    case .newer(let schema):
      let name = try files.setAside(as: "newer-schema-\(schema)", stamp: nil)
      return "\(path) was written by a newer navd (schema \(schema), this one knows "
        + "\(Schema.steps.count)): it was renamed to \(name); an empty state begins. To have it back, "
        + "stop navd, rename it to \(path) and start the newer navd"
    case .other(let error): throw error
    }
  }
}

extension StoreError {
  init(_ obstacle: Obstacle, path: String) {
    switch obstacle {
    case .damaged(let reason): self = .damaged(path: path, reason: reason)
    case .newer(let schema):
      self = .damaged(path: path, reason: "it has the newer schema \(schema)")
    case .other(let error): self = error
    }
  }
}

/// The reason why a file can't be used.
enum Obstacle: Error {
  /// The file has content that navd did not write.
  case damaged(reason: String)
  case newer(schema: Int)
  /// The problem is not the file but the access to it.
  case other(StoreError)
}

extension Obstacle {
  /// Classifies an error of opening, checking or reading a file.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as Obstacle: self = error
    case let error as StoreError: self = .other(error)
    case let error as SQLiteError where !error.blamesTheFile:
      self = .other(StoreError(error, path: path))
    case let error as SQLiteError: self = .damaged(reason: error.message)
    default: self = .damaged(reason: "\(error)")
    }
  }
}

extension Obstacle {
  /// Renames an unusable file.
  ///
  /// - Returns: a description of the action for users.
  /// - Throws: the reason why the file can't be renamed, or the obstacle that is not the file.
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

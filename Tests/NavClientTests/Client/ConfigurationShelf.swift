import Foundation
import NavSystem
import NavTestKit

@testable import NavClient

/// A directory of configuration files, removed after the test.
final class ConfigurationShelf {
  let path: String

  init() throws {
    path = try makeTemporaryDirectory("nav")
    try FileManager.default.createDirectory(
      atPath: "\(path)/navd/themes",
      withIntermediateDirectories: true
    )
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Replaces the file by another one, as editors do.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"), options: .atomic)
  }

  func source(file: String? = nil) -> ViewerConfigurationSource {
    ViewerConfigurationSource(
      file: file,
      commandLine: ViewerLayer(),
      environment: [:],
      directories: UserDirectories(home: path, configuration: path)
    )
  }
}

import NavBase
import NavHost
package import NavSystem

/// The source of a daemon's configuration, read at its start and at each reload.
///
/// The command line overrides the file, and the file overrides the defaults.
package struct ConfigurationSource: Hashable, Sendable {
  /// The path of the file; nil if the user has no directory for one.
  package let path: String?
  /// Whether the user has named the file; then it must exist.
  private let isNamed: Bool
  private let commandLine: ConfigurationLayer
  private let directories: UserDirectories

  /// - Parameters:
  ///   - file: the file that the user has named, if any.
  ///   - commandLine: the values of the options.
  ///   - directories: the directories of the user's files.
  package init(file: String?, commandLine: ConfigurationLayer, directories: UserDirectories) {
    path = file ?? directories.configurationFile
    isNamed = file != nil
    self.commandLine = commandLine
    self.directories = directories
  }

  /// A configuration, and the file that was read for it.
  package struct Reading: Hashable, Sendable {
    package let configuration: Configuration
    /// The path of the file, sanitised for messages; nil if there was none.
    package let path: String?

    /// The whole configuration in the form of a file, with the origin of each value.
    package var text: String {
      "# \(path.map { "file: \($0)" } ?? "no file")\n\n\(configuration.text)"
    }
  }

  /// Reads the file, if it exists, and combines it with the options and the defaults.
  ///
  /// - Throws: if the file is invalid; the message has a line for each mistake in it.
  package func read() throws(DaemonError) -> Reading {
    let file = try readFile()
    guard
      let directory = commandLine.stateDirectory ?? file?.stateDirectory
        ?? directories.stateDirectory
    else {
      throw DaemonError(
        .usage,
        "neither XDG_STATE_HOME nor HOME is set: say where to keep sessions with --state DIR"
      )
    }
    var configuration = Configuration(stateDirectory: directory, memory: Self.memory)
    if let file { configuration.takeFile(file) }
    configuration.takeCommandLine(commandLine)
    return Reading(
      configuration: configuration,
      path: file == nil ? nil : path.map { sanitized($0) }
    )
  }

  /// The default memory of all contents, in MiB: `DaemonLimits.memory`, or a quarter of what there is if that is less.
  private static var memory: Int {
    let quarter = (MachineMemory.bytes / 4) >> 20
    return min(DaemonLimits.memory, max(ConfigurableLimit.memory.range.lowerBound, quarter))
  }

  /// Reads the file; nil if it does not exist and the user has not named it.
  private func readFile() throws(DaemonError) -> ConfigurationLayer? {
    guard let path else { return nil }
    let bytes: [UInt8]
    do throws(ConfigurationFileError) {
      bytes = try ConfigurationFile.read(path: path)
    } catch  where error.code == .notFound && !isNamed {
      return nil
    } catch {
      throw DaemonError(error)
    }
    do {
      return try ConfigurationParser.read(bytes, home: directories.home)
    } catch {
      throw DaemonError(.usage, error.lines(in: path).joined(separator: "\n"))
    }
  }
}

extension DaemonError {
  /// Creates an error for a configuration file that can't be read.
  fileprivate init(_ error: ConfigurationFileError) {
    let code: Code =
      switch error.code {
      case .notPermitted: .notPermitted
      case .tooLarge: .usage
      case .notFound, .notRegular, .unreadable: .noInput
      }
    self.init(code, error.description)
  }
}

package import NavConfiguration
import NavText

/// Where a daemon's configuration comes from, to be read at its start and whenever it is asked to.
///
/// The command line beats the file, and the file beats the defaults.
package struct ConfigurationSource: Hashable, Sendable {
  /// The file; nil where the user has no place for one.
  package let path: String?
  /// Whether the user has named the file, so that it has to be there.
  private let isNamed: Bool
  private let commandLine: ConfigurationLayer
  private let directories: UserDirectories

  /// - Parameters:
  ///   - file: the file that the user has named, if any.
  ///   - commandLine: what the options say.
  ///   - directories: where the user's files are.
  package init(file: String?, commandLine: ConfigurationLayer, directories: UserDirectories) {
    path = file ?? directories.configurationFile
    isNamed = file != nil
    self.commandLine = commandLine
    self.directories = directories
  }

  /// A configuration, and the file that was read for it.
  package struct Reading: Hashable, Sendable {
    package let configuration: Configuration
    /// For people; nil where there was no file.
    package let path: String?

    /// The whole configuration as a file would say it, with where each value comes from.
    package var text: String {
      "# \(path.map { "file: \($0)" } ?? "no file")\n\n\(configuration.text)"
    }
  }

  /// Reads the file, if there is one, and puts everything together.
  ///
  /// - Throws: what is wrong with the file, a line for each mistake in it.
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
    var configuration = Configuration(stateDirectory: directory)
    if let file { configuration.takeFile(file) }
    configuration.takeCommandLine(commandLine)
    return Reading(
      configuration: configuration,
      path: file == nil ? nil : path.map { sanitized($0) }
    )
  }

  /// Nil where there is none, and nobody has asked for it.
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
  /// Why a configuration file can't be read.
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

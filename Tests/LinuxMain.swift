import Testing

/// Runs the tests.
///
/// Without this file SwiftPM looks for XCTests in an index of the sources, which takes a sixth of the compiler's time.
@main
struct LinuxMain {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}

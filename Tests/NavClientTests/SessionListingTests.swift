import NavClient
import NavTestKit
import NavWire
import Testing

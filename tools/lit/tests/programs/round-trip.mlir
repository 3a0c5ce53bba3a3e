// RUN: upper %s | FileCheck %s --check-prefix=UPPER
// RUN: not upper %s.missing 2>&1 | FileCheck %s --check-prefix=MISSING

// UPPER: FUNC.FUNC @MAIN
func.func @main() {
  return
}

// MISSING: upper: cannot open {{.*}}round-trip.mlir.missing

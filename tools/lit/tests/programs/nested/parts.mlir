// RUN: split-file %s %t
// RUN: cat %t/a.txt %t/b.txt > %t/joined
// RUN: upper %t/joined | FileCheck %s
// CHECK: FIRST
// CHECK-NEXT: SECOND
// CHECK-NOT: {{.}}

//--- a.txt
first
//--- b.txt
second

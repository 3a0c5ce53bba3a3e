// A training step of four layers on one device. The steps distribute it.
func.func @mlp(%w0: !dist.tensor<512x512xf32, 0>, %w1: !dist.tensor<512x512xf32, 0>, %w2: !dist.tensor<512x512xf32, 0>, %w3: !dist.tensor<512x512xf32, 0>, %y0: !dist.tensor<256x512xf32, 0>, %z: !dist.tensor<256x512xf32, 0>) -> (!dist.tensor<512x512xf32, 0>, !dist.tensor<512x512xf32, 0>, !dist.tensor<512x512xf32, 0>, !dist.tensor<512x512xf32, 0>, !dist.tensor<f32, 0>) {
  %p0 = dist.matmul %y0, %w0 : (!dist.tensor<256x512xf32, 0>, !dist.tensor<512x512xf32, 0>) -> !dist.tensor<256x512xf32, 0>
  %y1 = dist.relu %p0 : (!dist.tensor<256x512xf32, 0>) -> !dist.tensor<256x512xf32, 0>
  %p1 = dist.matmul %y1, %w1 : (!dist.tensor<256x512xf32, 0>, !dist.tensor<512x512xf32, 0>) -> !dist.tensor<256x512xf32, 0>
  %y2 = dist.relu %p1 : (!dist.tensor<256x512xf32, 0>) -> !dist.tensor<256x512xf32, 0>
  %p2 = dist.matmul %y2, %w2 : (!dist.tensor<256x512xf32, 0>, !dist.tensor<512x512xf32, 0>) -> !dist.tensor<256x512xf32, 0>
  %y3 = dist.relu %p2 : (!dist.tensor<256x512xf32, 0>) -> !dist.tensor<256x512xf32, 0>
  %p3 = dist.matmul %y3, %w3 : (!dist.tensor<256x512xf32, 0>, !dist.tensor<512x512xf32, 0>) -> !dist.tensor<256x512xf32, 0>
  %y4 = dist.relu %p3 : (!dist.tensor<256x512xf32, 0>) -> !dist.tensor<256x512xf32, 0>
  %l = dist.loss %y4, %z batch 256 : (!dist.tensor<256x512xf32, 0>, !dist.tensor<256x512xf32, 0>) -> !dist.tensor<f32, 0>
  %d4 = dist.loss_grad %y4, %z batch 256 : (!dist.tensor<256x512xf32, 0>, !dist.tensor<256x512xf32, 0>) -> !dist.tensor<256x512xf32, 0>
  %e3 = dist.relu_grad %p3, %d4 : (!dist.tensor<256x512xf32, 0>, !dist.tensor<256x512xf32, 0>) -> !dist.tensor<256x512xf32, 0>
  %d3, %g3 = dist.matmul_grad %y3, %w3, %e3 : (!dist.tensor<256x512xf32, 0>, !dist.tensor<512x512xf32, 0>, !dist.tensor<256x512xf32, 0>) -> (!dist.tensor<256x512xf32, 0>, !dist.tensor<512x512xf32, 0>)
  %e2 = dist.relu_grad %p2, %d3 : (!dist.tensor<256x512xf32, 0>, !dist.tensor<256x512xf32, 0>) -> !dist.tensor<256x512xf32, 0>
  %d2, %g2 = dist.matmul_grad %y2, %w2, %e2 : (!dist.tensor<256x512xf32, 0>, !dist.tensor<512x512xf32, 0>, !dist.tensor<256x512xf32, 0>) -> (!dist.tensor<256x512xf32, 0>, !dist.tensor<512x512xf32, 0>)
  %e1 = dist.relu_grad %p1, %d2 : (!dist.tensor<256x512xf32, 0>, !dist.tensor<256x512xf32, 0>) -> !dist.tensor<256x512xf32, 0>
  %d1, %g1 = dist.matmul_grad %y1, %w1, %e1 : (!dist.tensor<256x512xf32, 0>, !dist.tensor<512x512xf32, 0>, !dist.tensor<256x512xf32, 0>) -> (!dist.tensor<256x512xf32, 0>, !dist.tensor<512x512xf32, 0>)
  %e0 = dist.relu_grad %p0, %d1 : (!dist.tensor<256x512xf32, 0>, !dist.tensor<256x512xf32, 0>) -> !dist.tensor<256x512xf32, 0>
  %d0, %g0 = dist.matmul_grad %y0, %w0, %e0 : (!dist.tensor<256x512xf32, 0>, !dist.tensor<512x512xf32, 0>, !dist.tensor<256x512xf32, 0>) -> (!dist.tensor<256x512xf32, 0>, !dist.tensor<512x512xf32, 0>)
  %n0 = dist.sgd %w0, %g0 rate 0.5 : (!dist.tensor<512x512xf32, 0>, !dist.tensor<512x512xf32, 0>) -> !dist.tensor<512x512xf32, 0>
  %n1 = dist.sgd %w1, %g1 rate 0.5 : (!dist.tensor<512x512xf32, 0>, !dist.tensor<512x512xf32, 0>) -> !dist.tensor<512x512xf32, 0>
  %n2 = dist.sgd %w2, %g2 rate 0.5 : (!dist.tensor<512x512xf32, 0>, !dist.tensor<512x512xf32, 0>) -> !dist.tensor<512x512xf32, 0>
  %n3 = dist.sgd %w3, %g3 rate 0.5 : (!dist.tensor<512x512xf32, 0>, !dist.tensor<512x512xf32, 0>) -> !dist.tensor<512x512xf32, 0>
  return %n0, %n1, %n2, %n3, %l : !dist.tensor<512x512xf32, 0>, !dist.tensor<512x512xf32, 0>, !dist.tensor<512x512xf32, 0>, !dist.tensor<512x512xf32, 0>, !dist.tensor<f32, 0>
}
